import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { expect, it } from 'vitest'
import type { CreditReportData } from '#integrations/credit-bureaus/credit-report.ts'
import { consentOf, figuresOfReport, mismatchOf, verdictOf } from './reports.rules.ts'

const today = '2026-11-24'
const account: CreditReportData['accounts'][number] = {
  ...{
    id: 'A',
    uid: null,
    creditor: 'Банк',
    creditorInn: null,
    contractNumber: null,
    type: 'CASH',
    relation: 'BORROWER',
  },
  ...{
    openedOn: '2025-01-01',
    closedOn: null,
    limit: '100000.00',
    balance: '50000.00',
    overdue: '0.00',
    overdueDays: 0,
  },
  ...{ cost: '20', monthsLeft: 12, payment: '5000.00', asOf: today, strip: '0'.repeat(24), worst: '0' },
}
const report = (more: Partial<CreditReportData> = {}): CreditReportData => ({
  number: '1',
  date: today,
  subject: {
    ...{ lastName: 'Семёнова', firstName: 'Анна', middleName: 'Игоревна', birthDate: '1990-04-12' },
    ...{ passport: '3610123456', pastPassports: [], inn: null, snils: null },
  },
  ...{ addresses: [], phones: [], score: { value: 700, reasons: [] }, selfBan: null, accounts: [account] },
  ...{ enquiries: [], applications: [], courtActs: 0, bankruptcy: false, missedPayments: false },
  ...more,
})
const person = (personal: object = {}): QuestionnaireParticipant => ({
  id: 1,
  role: 'MAIN_BORROWER',
  name: 'Семёнова Анна Игоревна',
  sections: {
    PERSONAL: {
      ...{
        lastName: 'Семёнова',
        firstName: 'Анна',
        middleName: 'Игоревна',
        birthDate: '1990-04-12',
        passport: '3610123456',
      },
      ...personal,
    },
  },
})
const subject = (more: object) => report({ subject: { ...report().subject, ...more } })

it.each<[string, object, object, RegExp | null]>([
  ['the same person', {}, {}, null],
  ['another writing of ё and of letters', { lastName: 'СЕМЕНОВА' }, {}, null],
  [
    'a former surname that the questionnaire names',
    { lastName: 'Белова' },
    { previousNames: [{ fullName: 'Белова Анна Игоревна' }] },
    null,
  ],
  [
    'a former passport that the questionnaire names',
    { passport: '4500000001' },
    { previousPassports: [{ passport: '4500000001' }] },
    null,
  ],
  [
    'a former passport that the bureau names',
    { passport: '4500000001', pastPassports: ['3610123456'] },
    {},
    null,
  ],
  ['a bureau that knows no passport', { passport: null }, {}, null],
  ['a bureau that knows no patronymic', { middleName: null }, {}, null],
  ['another name', { firstName: 'Мария' }, {}, /ФИО/],
  ['another patronymic', { middleName: 'Петровна' }, {}, /ФИО/],
  ['another day of birth', { birthDate: '1990-04-13' }, {}, /дата рождения/],
  ['another passport', { passport: '4500000001' }, {}, /паспорт/],
])('%s', (_, reported, said, words) => {
  const found = mismatchOf(subject(reported), person(said))
  if (words === null) expect(found).toBeNull()
  else expect(found).toMatch(words)
})

it.each<[string, object, RegExp | null]>([
  ['none', {}, /Нет согласия/],
  ['one that is taken back', { creditHistory: false, creditHistoryOn: '2026-11-01' }, /Нет согласия/],
  ['one of the last day', { creditHistory: true, creditHistoryOn: '2026-05-28' }, null],
  ['one day older', { creditHistory: true, creditHistoryOn: '2026-05-27' }, /истекло 23.11.2026/],
  ['one of tomorrow', { creditHistory: true, creditHistoryOn: '2026-11-25' }, /будущим/],
  ['one of today', { creditHistory: true, creditHistoryOn: today }, null],
])('a consent: %s', (_, values, words) => {
  const { refusal } = consentOf(values as never, today, 180)
  if (words === null) expect(refusal).toBeNull()
  else expect(refusal).toMatch(words)
})

it.each<[string, Partial<CreditReportData>, 'OK' | 'WARN' | 'FAIL', string]>([
  ['credits paid in time', {}, 'OK', 'EXCELLENT'],
  ['no credits at all', { accounts: [] }, 'WARN', 'NO_HISTORY'],
  ['one short delay', { accounts: [{ ...account, strip: `1${'0'.repeat(23)}`, worst: '1' }] }, 'OK', 'GOOD'],
  [
    'several short delays',
    { accounts: [{ ...account, strip: `11${'0'.repeat(22)}`, worst: '1' }] },
    'OK',
    'SATISFACTORY',
  ],
  [
    'a delay of a month',
    { accounts: [{ ...account, strip: `2${'0'.repeat(23)}`, worst: '2' }] },
    'WARN',
    'BAD',
  ],
  ['a long delay years ago', { accounts: [{ ...account, worst: '4' }] }, 'OK', 'VERY_BAD'],
  ['overdue today', { accounts: [{ ...account, overdue: '10.00', overdueDays: 90 }] }, 'WARN', 'EXCELLENT'],
  [
    'overdue too long',
    { accounts: [{ ...account, overdue: '10.00', overdueDays: 91 }] },
    'FAIL',
    'EXCELLENT',
  ],
  ['a court act', { courtActs: 1 }, 'WARN', 'VERY_BAD'],
])('what a check says of %s', (_, more, state, quality) => {
  const data = report(more)
  expect(verdictOf(data, { today, figures: deliveredFigures(today) }).state).toBe(state)
  expect(figuresOfReport(data, today).quality).toBe(quality)
})

it('counts enquiries by windows, closed credits apart, and the payment where it is not reported', () => {
  const data = report({
    enquiries: [
      '2026-11-24',
      '2026-11-17',
      '2026-11-16',
      '2026-10-25',
      '2026-10-24',
      '2026-08-26',
      '2026-08-25',
    ],
    accounts: [
      account,
      { ...account, id: 'B', payment: null },
      { ...account, id: 'C', closedOn: '2026-01-01' },
    ],
  })
  expect(figuresOfReport(data, today)).toMatchObject({
    enquiries: { days7: 2, days30: 4, days90: 6 },
    accounts: { active: 2, closed: 1 },
    payments: '9631.73',
    balance: '100000',
  })
})
