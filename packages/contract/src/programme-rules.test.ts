import { describe, expect, it } from 'vitest'
import { programmeRules } from './programme-rules.ts'
import { monthsLater, yearsBetween } from './programmes/rule.ts'
import type { QuestionnaireData } from './section-completeness.ts'

const today = '2026-11-20'
const person = (
  role: string,
  personal: Record<string, unknown>,
  employment: Record<string, unknown> = {},
) => ({
  id: role.length,
  role,
  name: role,
  sections: { PERSONAL: { birthDate: '1990-01-01', ...personal }, EMPLOYMENT: employment },
})
const family = {
  maritalStatus: 'MARRIED',
  hasChildren: true,
  children: [{ key: 'a', birthDate: '2020-05-01' }],
}
const base = {
  programme: '105',
  goal: 'PRIMARY_MARKET',
  regionCode: '63',
  propertyPrice: '7500000',
  downPayment: '1507500',
  amount: '5992500',
  termMonths: 240,
  rate: '6',
  maternityCapital: false,
  preferentialLoanUsed: false,
}
const data = (
  credit: Record<string, unknown>,
  people = [person('MAIN_BORROWER', family), person('SPOUSE', family)],
): QuestionnaireData => ({
  type: 'FULL_APPLICATION',
  sections: { CREDIT: credit },
  participants: people,
})
const stateOf = (code: string, given: QuestionnaireData, on = today) =>
  programmeRules(given, on).find((rule) => rule.code === code)?.state

describe('the family mortgage', () => {
  it('holds where everything fits', () => {
    const states = programmeRules(data(base), today).map(({ code, state }) => [code, state])
    expect(states.filter(([, state]) => state !== 'PASS')).toEqual([])
  })
  it.each([
    ['downPayment', { downPayment: '1507499.99' }, 'FAIL'],
    [
      'downPayment',
      { downPayment: '1000000', maternityCapital: true, maternityCapitalAmount: '507500' },
      'PASS',
    ],
    ['downPayment', { downPayment: undefined }, 'UNKNOWN'],
    ['maxAmount', { amount: '6000000.01' }, 'FAIL'],
    ['maxAmount', { amount: '12000000', regionCode: '77' }, 'PASS'],
    ['maxAmount', { regionCode: undefined }, 'UNKNOWN'],
    ['rate', { rate: '6.01' }, 'FAIL'],
    ['onlyOne', { preferentialLoanUsed: true }, 'FAIL'],
    ['onlyOne', { preferentialLoanUsed: undefined }, 'UNKNOWN'],
    ['sums', { amount: '5992499.99' }, 'FAIL'],
    ['ageAtEnd', { termMonths: 480 }, 'FAIL'],
  ])('%s with %j is %s', (code, change, state) => {
    expect(stateOf(code, data({ ...base, ...change }))).toBe(state)
  })
  it.each([
    [{ hasChildren: true, children: [{ birthDate: '2019-11-21' }] }, 'PASS'],
    [{ hasChildren: true, children: [{ birthDate: '2019-11-20' }] }, 'FAIL'],
    [{ hasChildren: true, children: [{ birthDate: '2015-01-01', disabled: true }] }, 'PASS'],
    [{ hasChildren: true, children: [{ birthDate: '2015-01-01' }, { birthDate: '2012-01-01' }] }, 'UNKNOWN'],
    [{ hasChildren: true }, 'UNKNOWN'],
    [{}, 'UNKNOWN'],
    [{ hasChildren: false }, 'FAIL'],
  ])('children %j are %s', (children, state) => {
    expect(stateOf('children', data(base, [person('MAIN_BORROWER', children)]))).toBe(state)
  })
  it('asks the spouse to borrow too', () => {
    expect(stateOf('spouse', data(base, [person('MAIN_BORROWER', family)]))).toBe('FAIL')
    expect(stateOf('spouse', data(base, [person('MAIN_BORROWER', { maritalStatus: 'SINGLE' })]))).toBe('PASS')
    expect(stateOf('spouse', data(base, [person('MAIN_BORROWER', {})]))).toBe('UNKNOWN')
  })
})

describe('other programmes', () => {
  const alone = (employment: Record<string, unknown>, personal = {}) => [
    person('MAIN_BORROWER', personal, employment),
  ]
  it.each([
    ['106', 'accredited', { itAccredited: true }, {}, 'PASS'],
    ['106', 'accredited', {}, {}, 'UNKNOWN'],
    ['106', 'region', {}, { regionCode: '77' }, 'FAIL'],
    ['106', 'maxAmount', {}, { amount: '9000000.01' }, 'FAIL'],
    ['107', 'region', {}, { regionCode: '25' }, 'PASS'],
    ['107', 'region', {}, { regionCode: '63' }, 'FAIL'],
    ['107', 'basis', {}, {}, 'UNKNOWN'],
    ['107', 'rate', {}, { rate: '2' }, 'PASS'],
    ['108', 'rate', {}, { rate: '3.1' }, 'FAIL'],
    ['5', 'savings', { savingsParticipant: false }, {}, 'FAIL'],
    ['5', 'savingsYears', { savingsYears: 3 }, {}, 'PASS'],
    ['5', 'ageAtEnd', {}, { termMonths: 204 }, 'FAIL'],
    ['9', 'goal', {}, {}, 'FAIL'],
    [
      '9',
      'balances',
      {},
      { goal: 'REFINANCING', refinancedCredits: [{ balance: '3000000' }, { balance: '2992500.01' }] },
      'FAIL',
    ],
    ['9', 'balances', {}, { refinancedCredits: [{ balance: '5992500' }] }, 'PASS'],
    ['9', 'loanToValue', {}, { amount: '6000000' }, 'PASS'],
    ['9', 'loanToValue', {}, { amount: '6000000.01' }, 'FAIL'],
    ['10', 'loanToValue', {}, { amount: '5250000.01' }, 'FAIL'],
    ['2', 'goal', {}, { goal: 'SECONDARY_MARKET' }, 'PASS'],
    ['2', 'downPayment', {}, { downPayment: '1500000' }, 'PASS'],
    ['2', 'downPayment', {}, { downPayment: '1499999.99' }, 'FAIL'],
    ['109', 'maxAmount', {}, { amount: '30000000.01' }, 'FAIL'],
  ] as const)('%s: %s with %j and %j is %s', (programme, code, employment, change, state) => {
    expect(stateOf(code, data({ ...base, programme, ...change }, alone(employment)))).toBe(state)
  })
  it('without a programme ask nothing', () => {
    expect(programmeRules(data({}), today)).toEqual([])
  })
})

it.each([
  ['2000-02-29', '2026-02-28', 25],
  ['2000-02-29', '2026-03-01', 26],
  ['1990-11-20', '2026-11-20', 36],
])('from %s to %s are %i whole years', (from, to, years) => {
  expect(yearsBetween(from, to)).toBe(years)
})
it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-11-20', 240, '2046-11-20'],
  ['2027-12-31', 2, '2028-02-29'],
])('%s and %i months is %s', (day, months, later) => {
  expect(monthsLater(day, months)).toBe(later)
})
