import { describe, expect, it } from 'vitest'
import { fullApplicationBehaviour } from '#features/full-applications/full-application-behaviour.ts'
import { momentText } from '#lib/bank-time.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { labelsOf } from './case-labels.ts'
import { type CaseObject, type ChangeSince, comparedFields, statesOf } from './case-versions.rules.ts'

const section = (id: number, code: string, values: CaseObject['values'], who: number | null = null) => ({
  objectType: 'caseSection',
  objectId: id,
  section: code,
  participantId: who,
  participant: who === null ? null : 'Орлова Вера',
  values,
})
const person = (values: CaseObject['values']) => ({
  ...section(3, '', { name: 'Орлова Вера', role: 'CO_BORROWER', removed_at: null, ...values }, 3),
  objectType: 'caseParticipant',
  section: null,
})
const change = (of: CaseObject, more: Partial<ChangeSince>): ChangeSince => {
  const { values: _, ...object } = of
  const how = { id: '1', at: '2026-11-20T10:00:00Z', actor: 'Агент', action: 'UPDATE', version: 2 } as const
  return {
    ...{ ...object, ...how, requestId: null, oldValues: {}, newValues: {}, created: null, later: false },
    ...more,
  }
}
const compared = (now: CaseObject[], changes: ChangeSince[]) =>
  comparedFields(
    'FULL_APPLICATION',
    labelsOf(
      {
        behaviours: { FULL_APPLICATION: fullApplicationBehaviour(undefined) } as Engine['behaviours'],
        clock: { timeZone: 'Europe/Moscow' } as Engine['clock'],
      },
      'FULL_APPLICATION',
    ),
    statesOf(now, changes),
    new Map(),
  )
const short = (fields: ReturnType<typeof compared>) =>
  fields.map(({ label, before, after, changed }) => [label, before, after, changed])

describe('a case at two moments', () => {
  const credit = section(7, 'CREDIT', { amount: '5500000', termMonths: 240 })

  it('takes the changes back from what is now, those after the second moment from both sides', () => {
    const fields = compared(
      [credit],
      [
        change(credit, { oldValues: { termMonths: 180 }, newValues: { termMonths: 240 }, later: true }),
        change(credit, { oldValues: { termMonths: 120 }, newValues: { termMonths: 180 } }),
      ],
    )
    expect(short(fields)).toEqual([
      ['Сумма кредита', '5\u00a0500\u00a0000\u00a0₽', '5\u00a0500\u00a0000\u00a0₽', false],
      ['Срок кредита', '120\u00a0мес.', '180\u00a0мес.', true],
    ])
  })

  it('a change that came back is none', () => {
    const changes = [
      change(credit, { oldValues: { termMonths: 180 }, newValues: { termMonths: 240 } }),
      change(credit, { oldValues: { termMonths: 240 }, newValues: { termMonths: 180 } }),
    ]
    expect(compared([credit], changes).some(({ changed }) => changed)).toBe(false)
  })

  it('what was created between them has no earlier side, what was deleted no later one', () => {
    const realty = { ...section(5, '', { number: '16:50:1:77' }), objectType: 'realtyObject', section: null }
    expect(short(compared([realty], [change(realty, { action: 'INSERT' })]))).toEqual([
      ['Предмет 16:50:1:77: Номер', '−', '16:50:1:77', true],
    ])
    const gone = change(realty, { action: 'DELETE', oldValues: realty.values, newValues: null })
    expect(short(compared([], [gone]))).toEqual([['Предмет 16:50:1:77: Номер', '16:50:1:77', '−', true]])
    const later = change(realty, { action: 'INSERT', later: true })
    expect(compared([realty], [later])).toEqual([])
  })

  it('a participant who was away all the time is left out with their sections', () => {
    const away = person({ removed_at: '2026-11-01T10:00:00Z' })
    const income = section(9, 'OBLIGATIONS', { hasObligations: true }, 3)
    expect(compared([away, income], [])).toEqual([])
    const back = change(away, { oldValues: { removed_at: null } })
    expect(compared([away, income], [back]).map(({ section: code }) => code)).toContain('PARTICIPANTS')
  })

  it('a masked number is told to have changed though it looks the same', () => {
    const personal = section(11, 'PERSONAL', { passport: '9209111857' }, 3)
    const fields = compared([personal], [change(personal, { oldValues: { passport: '9209235857' } })])
    expect(fields).toMatchObject([{ changed: true, after: '92 09 111857', participantId: 3 }])
    expect(fields[0]?.veiled.before).toBe(fields[0]?.veiled.after)
    expect(JSON.stringify(fields[0]?.veiled)).not.toContain('111')
  })
})

it.each([
  ['Europe/Moscow', '2026-11-22T21:30:00Z', '23.11.2026, 00:30'],
  ['Europe/Moscow', '2026-11-22T10:00:00.123456+00:00', '22.11.2026, 13:00'],
  ['Asia/Yekaterinburg', '2026-11-22T10:00:00Z', '22.11.2026, 15:00'],
  ['Europe/Moscow', 'what', 'what'],
])('by the clock of a bank in %s the moment %s reads %s', (timeZone, moment, text) => {
  expect(momentText({ timeZone }, moment)).toBe(text)
})
