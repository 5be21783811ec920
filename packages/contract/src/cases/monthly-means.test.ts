import { describe, expect, it, test } from 'vitest'
import { evaluateCreditor } from '../calculator/calculators.ts'
import {
  averageMonth,
  collateralWorth,
  creditorQuestion,
  incomeOf,
  monthlyIncome,
  obligationsOf,
  wantedLoan,
} from './monthly-means.ts'
import { incomeIssues } from './sections/means.ts'

describe('the mean of months', () => {
  it.each([
    [undefined, null],
    [[], null],
    [[{ amount: '100', excluded: true }], null],
    [[{ amount: '100' }, { amount: '100.01' }], { amount: '100.01', months: 2 }],
    [
      [{ amount: '90' }, { amount: '900000', excluded: true }, { amount: '110' }],
      { amount: '100', months: 2 },
    ],
    [[{ amount: '0.01' }, { amount: '0.02' }, { amount: '0.02' }], { amount: '0.02', months: 3 }],
    [
      [{ amount: '10' }, { amount: '' }, { amount: 'много' }, { month: '2026-01' }],
      { amount: '10', months: 1 },
    ],
    [
      [{ amount: '9999999999999.99' }, { amount: '9999999999999.98' }],
      { amount: '9999999999999.99', months: 2 },
    ],
  ])('of %j is %j', (months, mean) => {
    expect(averageMonth(months)).toEqual(mean)
  })
  it.each([
    [{ declared: '100', confirmed: '90.5', months: [{ amount: '70' }] }, '90.5'],
    [{ declared: '100', months: [{ amount: '70' }, { amount: '71' }] }, '70.50'],
    [{ declared: '100', months: [{ amount: '70', excluded: true }] }, '100'],
    [{ confirmed: '' }, null],
  ])('counts before what is declared and after what is confirmed: %j → %s', (source, taken) => {
    expect(monthlyIncome(source)).toBe(taken)
  })
})

const people = [
  {
    id: 1,
    role: 'MAIN_BORROWER',
    name: 'Сорокина Анна',
    sections: {
      INCOME: { incomes: [{ declared: '180000', confirmed: '162400.50' }, { declared: '20000' }] },
      OBLIGATIONS: { obligations: [{ payment: '12000' }, { payment: '7000', repaidByDeal: true }] },
    },
  },
  {
    id: 2,
    role: 'CO_BORROWER',
    name: 'Сорокин Иван',
    sections: { INCOME: { incomes: [{ declared: '0.50' }] } },
  },
  {
    id: 3,
    role: 'PLEDGER',
    name: 'Сорокин Пётр',
    sections: { INCOME: { incomes: [{ declared: '999' }] } },
  },
]

test('income and payments are of those who owe; what the deal repays is left out', () => {
  expect(incomeOf({ participants: people })).toBe('182401')
  expect(obligationsOf({ participants: people })).toEqual([{ kind: 'PAYMENT', payment: '12000' }])
})

test.each([
  [{}, null],
  [{ amount: '0', rate: '6', termMonths: 12 }, null],
  [{ amount: '1', rate: '6' }, null],
  [{ amount: '1', rate: '6,1', termMonths: 12 }, null],
  [
    { amount: '100', rate: '6.125', termMonths: 12 },
    { amount: '100', rate: '6.125', months: 12 },
  ],
])('a loan is known when amount, rate and term are: %j', (credit, loan) => {
  expect(wantedLoan(credit)).toEqual(loan)
})

test('a month stands once at a source, and may stand at another', () => {
  const months = [{ month: '2026-01' }, { month: '2026-02' }, { month: '2026-01' }, {}, {}]
  expect(incomeIssues({ incomes: [{ months }, { months: [{ month: '2026-01' }] }] })).toEqual([
    { path: 'incomes.0.months.2.month', message: 'Этот месяц уже записан' },
  ])
  expect(incomeIssues({})).toEqual([])
})

const loanOwed = { balance: '500000', rate: '20', monthsLeft: 36, payment: '1' }

describe('an obligation', () => {
  const loan = loanOwed
  it.each([
    [loan, { kind: 'LOAN', balance: '500000', cost: '20', monthsLeft: 36, overdue: '0' }],
    [
      { ...loan, overdue: '150.50' },
      { kind: 'LOAN', balance: '500000', cost: '20', monthsLeft: 36, overdue: '150.50' },
    ],
    [
      { ...loan, rate: '' },
      { kind: 'PAYMENT', payment: '1' },
    ],
    [
      { type: 'CREDIT_CARD', limit: '100000', balance: '20000', payment: '0', overdue: '5' },
      { kind: 'CARD', limit: '100000', debt: '20000', overdue: '5' },
    ],
    [
      { type: 'OVERDRAFT', limit: '100', balance: '0' },
      { kind: 'CARD', limit: '100', debt: '0', overdue: '0' },
    ],
    [
      { type: 'CREDIT_CARD', payment: '700', overdue: '300' },
      { kind: 'PAYMENT', payment: '1000' },
    ],
  ])('%j counts as %j', (row, counted) => {
    const participants = [
      { id: 1, role: 'GUARANTOR', name: 'А', sections: { OBLIGATIONS: { obligations: [row] } } },
    ]
    expect(obligationsOf({ participants })).toEqual([counted])
  })
})

it('the fullest case that there may be is a question the calculators take', () => {
  const obligations = Array.from({ length: 50 }, () => loanOwed)
  const participants = Array.from({ length: 30 }, (_, id) => ({
    id,
    role: id === 0 ? 'MAIN_BORROWER' : 'CO_BORROWER',
    name: 'А',
    sections: { OBLIGATIONS: { obligations } },
  }))
  const credit = { amount: '6000000', rate: '17.5', termMonths: 360, insurance: true, insurancePremium: '9' }
  const question = creditorQuestion({ sections: { CREDIT: credit }, participants }, [], '2026-11-23')
  expect(evaluateCreditor.body.safeParse(question).success).toBe(true)
  expect(question?.obligations).toHaveLength(1_500)
})

describe('what К/З divides by', () => {
  const flat = { price: '6000000', appraised: '5800000' }
  it.each([
    [{ propertyPrice: '8265000' }, [], '8265000'],
    [{ propertyPrice: '6000000' }, [flat], '5800000'],
    [{ propertyPrice: '5000000' }, [flat], '5000000'],
    [{}, [flat, { price: '900000', appraised: null }], '6700000'],
    [{ propertyPrice: '7000000' }, [flat, { price: null, appraised: null }], '7000000'],
    [{ goal: 'REFINANCING', propertyPrice: '5000000' }, [flat], '5800000'],
    [{}, [], null],
  ])('%j with %j is %s', (credit, objects, worth) => {
    expect(collateralWorth(credit, objects)).toBe(worth)
  })
})
