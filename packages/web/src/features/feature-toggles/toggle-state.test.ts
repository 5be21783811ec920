import type { FeatureToggle } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { describe, expect, test } from 'vitest'
import { togglesMarks, whoGets } from './toggle-state.ts'

const toggle = (change: Partial<FeatureToggle>): FeatureToggle => ({
  id: 1,
  key: 'a.b',
  title: 'Что-то',
  description: '',
  owner: '',
  enabled: false,
  killed: false,
  rules: [],
  expiresOn: null,
  stale: false,
  delivered: false,
  pendingRequestId: null,
  version: 1,
  ...change,
})
const rules: FeatureToggle['rules'] = [
  { kind: 'role', value: 'ADMIN', enabled: true },
  { kind: 'partner', value: 7, enabled: false },
  { kind: 'percentage', value: 10, enabled: true },
]
const names = { role: () => 'Администратор', partner: () => 'ООО «Альфа»' }
const today = '2026-11-21'

test('the marks say default, rules and the end of the term', () => {
  const texts = (change: Partial<FeatureToggle>) => togglesMarks(toggle(change)).map(({ text }) => text)
  expect(texts({ enabled: true })).toEqual(['Включено'])
  expect(texts({ enabled: true, killed: true })).toEqual(['Аварийно выключено'])
  expect(texts({ rules, expiresOn: '2026-12-01' })).toEqual(['Выключено', '3 правила', 'до 01.12.2026'])
  expect(texts({ expiresOn: '2026-01-01', stale: true })).toEqual(['Выключено', 'срок истёк 01.01.2026'])
})

describe('who gets a feature', () => {
  const lines = (change: Partial<FeatureToggle>) =>
    whoGets(toggle(change), names, today).map(({ who, what }) => `${who}: ${what}`)

  test('is told in the order of the rules', () => {
    expect(lines({ rules })).toEqual([
      'Роль «Администратор»: включено',
      'ООО «Альфа» и всё, что под ним: выключено',
      '10 % сотрудников: включено',
      'Остальные: выключено',
    ])
  })

  test('is everybody without rules, nobody after an emergency, the default after the term', () => {
    expect(lines({ enabled: true })).toEqual(['Все: включено'])
    expect(lines({ enabled: true, killed: true, rules })).toEqual(['Все: выключено'])
    expect(lines({ enabled: true, rules, expiresOn: '2026-11-20' })).toEqual([
      'Все: срок правил истёк: включено',
    ])
    expect(lines({ rules, expiresOn: '2026-11-21' })).toHaveLength(4)
  })
})
