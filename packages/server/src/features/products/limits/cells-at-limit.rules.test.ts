import { ProductContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import type { CreditCategory, RateBounds } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import { categoryOf } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import { expect, it } from 'vitest'
import { measureCells, type Measure, refusalOfCells, warningsOfCells } from './cells-at-limit.rules.ts'

const none = { amountAbove: null, amountTo: null, monthsAbove: null, monthsTo: null, lending: 'CASH_LOAN' }
const categories: CreditCategory[] = [
  { ...none, code: 'SMALL', name: 'До 300 тыс. ₽', amountTo: '300000' },
  { ...none, code: 'LARGE', name: 'Свыше 300 тыс. ₽', amountAbove: '300000' },
]

const content = (cells: readonly string[], more: object = {}) =>
  ProductContent.parse({
    kind: 'PRODUCT',
    names: { staff: 'Наличные', client: 'Наличные' },
    audience: {},
    limits: [
      {
        ...{ name: 'Все', regions: [], minAmount: '50000', maxAmount: '5000000', minMonths: 13 },
        ...{ maxMonths: 60, minAge: 21, maxAgeAtEnd: 70 },
      },
    ],
    rate: {
      type: 'FIXED',
      floor: '10',
      matrix: { axes: [{ kind: 'NUMBER', code: 'termMonths', from: ['1', '37'] }], cells },
    },
    schedule: {},
    ...more,
  })

const measure = (limits: Readonly<Record<string, string | null>>, more: Partial<Measure> = {}): Measure => ({
  day: '2026-11-27',
  lending: 'CASH_LOAN',
  keyRate: '16',
  categories,
  near: '0.5',
  isRequired: false,
  isWorking: () => true,
  boundsOf(credit): RateBounds {
    const category = categoryOf(categories, { lending: 'CASH_LOAN', ...credit })
    const value = limits[category?.code ?? ''] ?? null
    return {
      quarter: '2026-10-01',
      category: category ?? null,
      limit: value === null ? null : { average: '20', value, applies: true },
      caps: [],
    }
  },
  ...more,
})
const told = (cells: ReturnType<typeof measureCells>) =>
  cells.map(({ place, amount, months, verdict }) => [place, amount, months, verdict.state])

it('every cell is tried by its smallest and shortest loan in each category that it reaches', () => {
  const cells = measureCells(content(['24', '28']), measure({ SMALL: '40', LARGE: '28.2' }))
  expect(told(cells)).toEqual([
    ['срок до 36\u00a0мес.', '50000', 13, 'FITS'],
    ['срок до 36\u00a0мес.', '300000.01', 13, 'FITS'],
    ['срок от 37\u00a0мес.', '50000', 37, 'FITS'],
    ['срок от 37\u00a0мес.', '300000.01', 37, 'NEAR'],
  ])
})

it('a service that the product obliges to is part of what a small loan costs', () => {
  const fee = { name: 'Оформление', kind: 'COMMISSION', amount: '5000', inFullLoanCost: true }
  const without = measureCells(content(['24', '24']), measure({ SMALL: '30', LARGE: '30' }))
  expect(new Set(without.map(({ verdict }) => verdict.state))).toEqual(new Set(['FITS']))
  const dear = measureCells(content(['24', '24'], { fees: [fee] }), measure({ SMALL: '30', LARGE: '30' }))
  expect(told(dear)[0]).toEqual(['срок до 36\u00a0мес.', '50000', 13, 'ABOVE'])
  expect(refusalOfCells(dear)).toMatch(
    /^ПСК .* выше предельной 30,000\u00a0% .*Ячейка: срок до 36\u00a0мес\./,
  )
})

it('below a rate that fits nothing is counted, and nothing is taken for near', () => {
  const axes = [
    {
      kind: 'CODE',
      code: 'clientCategory',
      groups: [
        { name: 'Свои', codes: ['SALARY'] },
        { name: 'Прочие', codes: [] },
      ],
    },
  ]
  const two = content([], { rate: { type: 'FIXED', floor: '10', matrix: { axes, cells: ['27', '27.9'] } } })
  const cells = measureCells(two, measure({ SMALL: '28', LARGE: '40' }))
  expect(
    cells.filter(({ amount }) => amount === '50000').map(({ rate, verdict }) => [rate, verdict.state]),
  ).toEqual([
    ['27.900', 'NEAR'],
    ['27.000', 'FITS'],
  ])
})

it('a quarter without figures warns, and after the day refuses', () => {
  const early = measureCells(content(['24', '24']), measure({}))
  expect(refusalOfCells(early)).toBeNull()
  expect(warningsOfCells(early)).toEqual([
    expect.stringContaining('Предельная ПСК не внесена: До 300 тыс. ₽'),
    expect.stringContaining('Предельная ПСК не внесена: Свыше 300 тыс. ₽'),
  ])
  const late = measureCells(content(['24', '24']), measure({}, { isRequired: true }))
  expect(refusalOfCells(late)).toContain('Предельная ПСК не внесена')
})

it('a rate over the key rate is measured by what it comes to, and a card by what it states', () => {
  const over = content([], {
    rate: { type: 'FIXED', basis: 'KEY_RATE_PLUS', floor: '1', matrix: { axes: [], cells: ['14'] } },
  })
  expect(
    measureCells(over, measure({ SMALL: '28', LARGE: '28' })).map(({ rate, verdict }) => [
      rate,
      verdict.state,
    ]),
  ).toEqual([
    ['30.000', 'ABOVE'],
    ['30.000', 'ABOVE'],
  ])
})
