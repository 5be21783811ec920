import { expect, it } from 'vitest'
import { mainWay } from './main-way.ts'

const way = (outcome: 'APPROVE' | 'ESCALATE' | 'REJECT', enabled = true) => ({
  action: outcome,
  label: outcome,
  outcome,
  level: 'UNDERWRITER' as const,
  enabled,
  reasonDisabled: enabled ? null : 'нельзя',
  toStage: '',
  isClose: false,
})
const all = [way('REJECT'), way('APPROVE'), way('ESCALATE')]
const line = (...lacks: string[]) => ({ authority: null, lacks })

it.each([
  ['who may approve approves', all, line(), 'APPROVE'],
  ['who lacks authority hands it on', all, line('экспозиция выше предела'), 'ESCALATE'],
  ['what is shut is still what would be signed', [way('APPROVE', false)], line(), 'APPROVE'],
  ['nobody above', [way('APPROVE')], line('мало'), 'APPROVE'],
  ['nothing to sign', [way('REJECT')], line(), undefined],
])('%s', (_, ways, authority, action) => {
  expect(mainWay({ ways, line: authority })?.action).toBe(action)
})
