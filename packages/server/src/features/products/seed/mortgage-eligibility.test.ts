import { describe, expect, it } from 'vitest'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { monthsLater, yearsBetween } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import { termsRules } from '@ipoteka-office/contract/products/eligibility/terms-rules.ts'
import { demoTermsOf } from './demo-terms.ts'

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
const programmeRules = (
  given: QuestionnaireData,
  on: string,
  objects: Parameters<typeof termsRules>[3] = [],
) => termsRules(demoTermsOf(given), given, on, objects)
/** What a code answers: a requirement and a limit may say the same, and one that does not hold is enough. */
const stateOf = (code: string, given: QuestionnaireData, on = today) => {
  const states = programmeRules(given, on).flatMap((rule) => (rule.code === code ? [rule.state] : []))
  return states.includes('FAIL') ? 'FAIL' : states[0]
}

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
    ['downPayment', { amount: '5992500.01' }, 'FAIL'],
    ['maxAmount', { amount: '6000000' }, 'PASS'],
    ['maxAmount', { amount: '6000000.01' }, 'FAIL'],
    ['maxAmount', { amount: '0' }, 'UNKNOWN'],
    ['maxAmount', { amount: '12000000', regionCode: '77' }, 'PASS'],
    ['maxAmount', { amount: '12000000', regionCode: '50' }, 'PASS'],
    ['maxAmount', { amount: '12000000', regionCode: '78' }, 'PASS'],
    ['maxAmount', { amount: '12000000', regionCode: '47' }, 'PASS'],
    ['maxAmount', { amount: '12000000.01', regionCode: '47' }, 'FAIL'],
    ['goal', { goal: 'PRIMARY_MARKET_FINISHED' }, 'PASS'],
    ['goal', { goal: 'SECONDARY_MARKET' }, 'UNKNOWN'],
    ['goal', { goal: 'SECONDARY_MARKET', secondaryPlace: true }, 'PASS'],
    ['goal', { goal: 'SECONDARY_MARKET', secondaryPlace: false }, 'FAIL'],
    ['goal', { goal: 'SECONDARY_MARKET', secondaryPlace: true, regionCode: '77' }, 'FAIL'],
    ['goal', { goal: 'REFINANCING' }, 'UNKNOWN'],
    ['goal', { goal: 'COLLATERAL_AVAILABLE' }, 'FAIL'],
    ['goal', { goal: undefined }, 'UNKNOWN'],
    ['maxAmount', { regionCode: undefined }, 'UNKNOWN'],
    ['rate', { rate: '6.01' }, 'FAIL'],
    ['onlyOne', { preferentialLoanUsed: true }, 'FAIL'],
    ['onlyOne', { preferentialLoanUsed: undefined }, 'UNKNOWN'],
    ['sums', { amount: '5992499.99' }, 'FAIL'],
    ['sums', { amount: '7500000.01', downPayment: '0' }, 'FAIL'],
    ['sums', { amount: '5992500.01' }, 'UNKNOWN'],
    ['sums', { amount: '0' }, 'UNKNOWN'],
    ['sums', { propertyPrice: undefined }, 'UNKNOWN'],
    ['ageAtEnd', { termMonths: 480 }, 'FAIL'],
  ])('%s with %j is %s', (code, change, state) => {
    expect(stateOf(code, data({ ...base, ...change }))).toBe(state)
  })
  it.each([
    [{ hasChildren: true, children: [{ birthDate: '2019-11-21' }] }, 'PASS'],
    [{ hasChildren: true, children: [{ birthDate: '2019-11-20' }] }, 'FAIL'],
    [{ hasChildren: true, children: [{ birthDate: '2015-01-01', disabled: true }] }, 'PASS'],
    [{ hasChildren: true, children: [{ birthDate: '2008-11-20', disabled: true }] }, 'FAIL'],
    [{ hasChildren: true, children: [{ birthDate: '2022-01-01', russian: false }] }, 'FAIL'],
    [{ hasChildren: true, children: [{ birthDate: '2026-11-21' }] }, 'FAIL'],
    [{ hasChildren: true, children: [{ birthDate: '2015-01-01' }, { birthDate: '2012-01-01' }] }, 'UNKNOWN'],
    [{ hasChildren: true }, 'UNKNOWN'],
    [{}, 'UNKNOWN'],
    [{ hasChildren: false }, 'FAIL'],
  ])('children %j are %s', (children, state) => {
    expect(stateOf('children', data(base, [person('MAIN_BORROWER', children)]))).toBe(state)
  })
  it.each([
    [undefined, 'UNKNOWN'],
    [true, 'PASS'],
    [false, 'FAIL'],
  ])('two minors where the small town is %s are %s', (smallTownPlace, state) => {
    const children = {
      hasChildren: true,
      children: [{ birthDate: '2015-01-01' }, { birthDate: '2012-01-01' }],
    }
    expect(stateOf('children', data({ ...base, smallTownPlace }, [person('MAIN_BORROWER', children)]))).toBe(
      state,
    )
  })
  it.each([
    ['2030-12-31', 'PASS'],
    ['2031-01-01', 'FAIL'],
  ])('on %s its period is %s', (day, state) => {
    expect(stateOf('period', data(base), day)).toBe(state)
  })
  it('asks a spouse only since February of 2026, also one who lives apart', () => {
    const alone = data(base, [person('MAIN_BORROWER', { maritalStatus: 'SEPARATED' })])
    expect(stateOf('spouse', alone, '2026-02-01')).toBe('FAIL')
    expect(stateOf('spouse', alone, '2026-01-31')).toBe('PASS')
    const borrowers = [person('MAIN_BORROWER', family), person('CO_BORROWER', {})]
    expect(stateOf('spouse', data(base, borrowers))).toBe('UNKNOWN')
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
    ['107', 'basis', {}, { farEastBasis: 'DOCTOR' }, 'PASS'],
    ['107', 'basis', {}, { farEastBasis: 'YOUNG_FAMILY' }, 'FAIL'],
    ['107', 'basis', {}, { farEastBasis: 'SINGLE_PARENT' }, 'UNKNOWN'],
    ...['10', '11', '24', '29', '86'].flatMap(
      (regionCode) =>
        [
          ['107', 'region', {}, { regionCode }, 'UNKNOWN'],
          ['107', 'region', {}, { regionCode, arcticPlace: true }, 'PASS'],
          ['107', 'region', {}, { regionCode, arcticPlace: false }, 'FAIL'],
        ] as const,
    ),
    ...['03', '14', '25', '27', '28', '41', '49', '65', '75', '79', '87', '51', '83', '89'].map(
      (regionCode) => ['107', 'region', {}, { regionCode }, 'PASS'] as const,
    ),
    ['107', 'maxAmount', {}, { amount: '6000000' }, 'PASS'],
    ['107', 'maxAmount', {}, { amount: '6000000.01' }, 'UNKNOWN'],
    ['107', 'maxAmount', {}, { amount: '9000000', propertyArea: '60' }, 'FAIL'],
    ['107', 'maxAmount', {}, { amount: '9000000', propertyArea: '60.01' }, 'PASS'],
    ['107', 'maxAmount', {}, { amount: '9000000.01', propertyArea: '90' }, 'FAIL'],
    ['107', 'maxAmount', {}, { amount: '9000000.01' }, 'FAIL'],
    ['107', 'goal', {}, { goal: 'SECONDARY_MARKET' }, 'UNKNOWN'],
    ['107', 'goal', {}, { goal: 'SECONDARY_MARKET', secondaryPlace: true }, 'PASS'],
    ['107', 'downPayment', {}, { downPayment: '1507499.99' }, 'FAIL'],
    ['106', 'goal', {}, {}, 'PASS'],
    ['106', 'goal', {}, { goal: 'PRIMARY_MARKET_FINISHED' }, 'PASS'],
    ['106', 'goal', {}, { goal: 'SECONDARY_MARKET' }, 'FAIL'],
    ['106', 'region', {}, { regionCode: '78' }, 'FAIL'],
    ['106', 'region', {}, { regionCode: '50' }, 'PASS'],
    ['106', 'rate', {}, { rate: '6.01' }, 'FAIL'],
    ['106', 'downPayment', {}, { downPayment: '1507499.99' }, 'FAIL'],
    ['106', 'salary', {}, {}, 'UNKNOWN'],
    ['106', 'salary', { itSalary: '89999.99', employerAddress: { regionCode: '60' } }, {}, 'FAIL'],
    ['106', 'salary', { itSalary: '89999.99' }, {}, 'FAIL'],
    ['106', 'salary', { itSalary: '90000', employerAddress: { regionCode: '60' } }, {}, 'PASS'],
    ['106', 'salary', { itSalary: '149999.99', employerAddress: { regionCode: '47' } }, {}, 'FAIL'],
    ['106', 'salary', { itSalary: '149999.99', employerAddress: { regionCode: '63' } }, {}, 'UNKNOWN'],
    ['106', 'salary', { itSalary: '149999.99' }, {}, 'UNKNOWN'],
    ['106', 'salary', { itSalary: '150000' }, {}, 'PASS'],
    [
      '106',
      'salary',
      { itSalary: '100000', employerAddress: { regionCode: '63', parts: { city: { name: 'Самара' } } } },
      {},
      'FAIL',
    ],
    [
      '106',
      'salary',
      { itSalary: '100000', employerAddress: { regionCode: '63', parts: { city: { name: 'Сызрань' } } } },
      {},
      'PASS',
    ],
    ['108', 'rate', {}, { rate: '3' }, 'PASS'],
    ['108', 'rate', {}, { rate: '0.09' }, 'FAIL'],
    ['108', 'maxAmount', {}, { amount: '6000000.01' }, 'FAIL'],
    ['108', 'downPayment', {}, { downPayment: '1500000' }, 'PASS'],
    ['108', 'downPayment', {}, { downPayment: '1499999.99' }, 'FAIL'],
    ['108', 'region', {}, {}, 'UNKNOWN'],
    ['108', 'region', {}, { ruralPlace: true }, 'PASS'],
    ['108', 'region', {}, { ruralPlace: false }, 'FAIL'],
    ['108', 'region', {}, { ruralPlace: true, regionCode: '77' }, 'FAIL'],
    ['108', 'goal', {}, { goal: 'SECONDARY_MARKET' }, 'UNKNOWN'],
    ['5', 'maxAmount', { savingsLoanLimit: '6000000' }, { amount: undefined }, 'UNKNOWN'],
    ['5', 'maxAmount', {}, {}, 'UNKNOWN'],
    ['5', 'maxAmount', { savingsLoanLimit: '5992500' }, {}, 'PASS'],
    ['5', 'maxAmount', { savingsLoanLimit: '5992499.99' }, {}, 'FAIL'],
    ['7', 'maxAmount', { savingsLoanLimit: '5992499.99' }, {}, 'UNKNOWN'],
    ['5', 'downPayment', {}, {}, 'UNKNOWN'],
    ['5', 'downPayment', { savingsAmount: '1507500' }, {}, 'PASS'],
    ['5', 'downPayment', { savingsAmount: '1507499.99' }, {}, 'UNKNOWN'],
    ['6', 'goal', {}, { goal: 'SECONDARY_MARKET' }, 'UNKNOWN'],
    ['404', 'programme', {}, {}, 'UNKNOWN'],
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
  it.each([
    ['YOUNG_FAMILY', 'MARRIED', '1991-01-01', 'PASS'],
    ['YOUNG_FAMILY', 'MARRIED', '1990-11-20', 'FAIL'],
    ['YOUNG_FAMILY', 'SINGLE', '1991-01-01', 'FAIL'],
    ['SINGLE_PARENT', 'DIVORCED', '1991-01-01', 'PASS'],
    ['SINGLE_PARENT', 'DIVORCED', '1990-11-20', 'FAIL'],
    ['SINGLE_PARENT', 'MARRIED', '1991-01-01', 'FAIL'],
  ])(
    'the Far Eastern basis %s of one %s, born %s, is %s',
    (farEastBasis, maritalStatus, birthDate, state) => {
      const people = [
        person('MAIN_BORROWER', { maritalStatus, birthDate, hasChildren: true }),
        person('SPOUSE', { birthDate: '1995-01-01' }),
      ]
      expect(stateOf('basis', data({ ...base, programme: '107', farEastBasis }, people))).toBe(state)
    },
  )
  it('say what decides where only a part of the region counts', () => {
    const rules = programmeRules(data({ ...base, programme: '107', regionCode: '29' }), today)
    expect(rules.find(({ code }) => code === 'region')).toMatchObject({
      datum: expect.stringContaining('Мезенский'),
      source: { field: 'arcticPlace' },
    })
  })
  it('pass nothing of a programme that is chosen and nothing more', () => {
    for (const programme of ['1', '2', '3', '4', '5', '6', '7', '9', '10', '105', '106', '107', '108', '109'])
      expect(
        programmeRules(data({ programme }, []), today).filter(
          ({ state, code }) => state !== 'UNKNOWN' && code !== 'period',
        ),
      ).toEqual([])
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

it.each([
  [[], 'PASS', 'К/З 60\u00a0%'],
  [[{ price: null, appraised: '4500000' }], 'PASS', 'К/З 66,67\u00a0%'],
  [[{ price: null, appraised: '3000000' }], 'FAIL', 'К/З 100\u00a0%'],
])(
  'К/З of a pledge is by the lesser of price and objects, as the head has it: %j',
  (objects, state, datum) => {
    const credit = {
      programme: '10',
      goal: 'COLLATERAL_AVAILABLE',
      amount: '3000000',
      propertyPrice: '5000000',
    }
    const found = programmeRules(data(credit), today, objects).find(({ code }) => code === 'loanToValue')
    expect(found).toMatchObject({ state, datum })
  },
)
