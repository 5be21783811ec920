import { expect, it } from 'vitest'
import type { WrittenQuestionnaire } from '#features/cases/seed/demo-questionnaires.ts'
import { ledgerOf } from '../form/obligations/ledger.rules.ts'
import { demoLedgerFacts, demoReportsOf } from './demo-credit-reports.ts'

const obligations = [
  {
    ...{ key: 'a', type: 'CASH', creditor: 'Банк ВТБ (ПАО)', contractNumber: '625/0018', limit: '300000.00' },
    ...{ balance: '200000.00', rate: '20', monthsLeft: 24, payment: '10200.00' },
  },
]
const questionnaire = (serial: number, stage = 'UNDERWRITING') =>
  ({
    one: {
      serial,
      steps: [
        { stage: 'AUTO_CHECKS', from: new Date('2026-11-20T09:00:00Z') },
        { stage, from: new Date('2026-11-20T10:00:00Z') },
      ],
    },
    sections: {},
    people: [
      {
        ...{ id: serial, role: 'MAIN_BORROWER', personId: null, name: '' },
        sections: {
          PERSONAL: {
            ...{ lastName: 'Иванов', firstName: 'Иван', birthDate: '1980-01-01' },
            passport: String(2_214_500_000 + serial * 37),
          },
          OBLIGATIONS: { obligations },
          CONSENTS: { creditHistory: true, creditHistoryOn: '2026-11-01' },
        },
      },
    ],
  }) as unknown as WrittenQuestionnaire

it('some borrowers at the underwriter have a credit that they did not tell of, some one in two bureaus', () => {
  const marks = Array.from({ length: 60 }, (_, at) => questionnaire(at + 1)).flatMap((one) => {
    const facts = demoLedgerFacts(one).get(one.one.serial)
    if (facts === undefined) return []
    return ledgerOf({ ...facts, obligations: { obligations } }).entries.flatMap((entry) => entry.marks)
  })
  expect([...new Set(marks)]).toEqual(expect.arrayContaining(['UNDECLARED', 'TWICE']))
})

it('nobody is asked about where the application has gone on, or without a consent in force', () => {
  expect(demoReportsOf(questionnaire(1, 'APPROVED'))).toEqual([])
  const old = questionnaire(1)
  for (const { sections } of old.people)
    Object.assign(sections, { CONSENTS: { creditHistory: true, creditHistoryOn: '2026-01-01' } })
  expect(demoReportsOf(old)).toEqual([])
  expect(demoReportsOf(questionnaire(1)).map(({ bureau }) => bureau)).toEqual(['NBKI', 'OKB'])
})
