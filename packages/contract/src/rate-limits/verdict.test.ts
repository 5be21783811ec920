import { describe, expect, it } from 'vitest'
import { fromPoints, limitOf, pointsBetween, toPoints } from './points.ts'
import { quarterAfter, quarterOf, quarterText, readQuarter } from './quarters.ts'
import { categoryOf, type CreditCategory, type RateBounds, rateVerdict } from './verdict.ts'

const law = { part: 3, ceiling: '292' }

describe('a limit', () => {
  it.for([
    ['21.200', '28.267'],
    ['21.201', '28.268'],
    ['21.199', '28.265'],
    ['15', '20.000'],
    // The last digit is rounded half up.
    ['0.002', '0.003'],
    ['219', '292.000'],
    ['219.001', '292.000'],
    ['500', '292.000'],
  ])('of the average %s is %s', ([average, limit]) => {
    expect(limitOf(average ?? '', law)).toBe(limit)
  })

  it('is counted without floats', () => {
    expect(fromPoints(toPoints('28.2675'))).toBe('28.2675')
    expect(pointsBetween('0.3', '0.1')).toBe('0.200')
    expect(pointsBetween('28.267', '28.5')).toBe('-0.233')
  })
})

describe('a quarter', () => {
  it('is found by its day and told in words', () => {
    expect(['2026-01-01', '2026-03-31', '2026-12-31'].map(quarterOf)).toEqual([
      '2026-01-01',
      '2026-01-01',
      '2026-10-01',
    ])
    expect(quarterText('2026-10-01')).toBe('IV квартал 2026 г.')
    expect([quarterAfter('2026-10-01'), quarterAfter('2026-01-01', -12)]).toEqual([
      '2027-01-01',
      '2023-01-01',
    ])
  })

  it.for([
    ['IV квартал 2026 г.', '2026-10-01'],
    ['4 кв. 2026', '2026-10-01'],
    ['i квартал 2027', '2027-01-01'],
    ['2026-04-01', '2026-04-01'],
    ['01.07.2026', '2026-07-01'],
    ['2026-05-01', null],
    ['V квартал 2026', null],
    ['', null],
  ])('«%s» reads as %s', ([typed, read]) => {
    expect(readQuarter(typed ?? '')).toBe(read)
  })
})

const none = { amountAbove: null, amountTo: null, monthsAbove: null, monthsTo: null }
const categories: CreditCategory[] = [
  { ...none, code: 'M', name: 'Ипотека', lending: 'MORTGAGE' },
  { ...none, code: 'SMALL', name: 'До 300 тыс.', lending: 'CASH_LOAN', amountTo: '300000', monthsAbove: 12 },
  {
    ...none,
    code: 'LARGE',
    name: 'Свыше 300 тыс.',
    lending: 'CASH_LOAN',
    amountAbove: '300000',
    monthsAbove: 12,
  },
  { ...none, code: 'SHORT', name: 'До года', lending: 'CASH_LOAN', monthsTo: 12 },
]

it.for([
  ['300000', 13, 'SMALL'],
  ['300000.01', 13, 'LARGE'],
  ['900000', 12, 'SHORT'],
] as const)('a loan of %s for %s months is of the category %s', ([amount, months, code]) => {
  expect(categoryOf(categories, { lending: 'CASH_LOAN', amount, months })?.code).toBe(code)
})
it('a loan of none has none', () => {
  expect(categoryOf(categories, { lending: 'CREDIT_CARD', amount: '1', months: 1 })).toBeUndefined()
})

const bounds: RateBounds = {
  quarter: '2026-10-01',
  category: { code: 'LARGE', name: 'Нецелевые кредиты свыше 300 тыс. ₽' },
  limit: { average: '21.200', value: '28.267', applies: true },
  caps: [],
}
const verdict = (cost: string | null, more: Partial<RateBounds> = {}, isRequired = false) =>
  rateVerdict({ cost, rate: '24.9' }, { ...bounds, ...more }, { near: '0.5', isRequired })

describe('a contract', () => {
  it.for([
    ['27.766', 'FITS', '0.501'],
    ['27.767', 'NEAR', '0.500'],
    ['28.267', 'NEAR', '0.000'],
    ['28.268', 'ABOVE', '-0.001'],
  ] as const)('of %s %% stands as %s with the margin %s', ([cost, state, margin]) => {
    expect(verdict(cost)).toMatchObject({ state, margin })
    expect(verdict(cost).refusals).toHaveLength(state === 'ABOVE' ? 1 : 0)
  })

  it('above the limit is refused with the figures in words', () => {
    expect(verdict('29.5').refusals).toEqual([
      'ПСК 29,500\u00a0% выше предельной 28,267\u00a0% (Нецелевые кредиты свыше 300 тыс. ₽, IV квартал 2026 г.) ' +
        'на 1,233\u00a0п.\u00a0п.: снизьте ставку или уберите платные услуги',
    ])
  })

  it('is free where the limit does not apply, whatever it costs', () => {
    const limit = { average: '21', value: '28', applies: false }
    expect(verdict('99', { limit }, true)).toMatchObject({ state: 'FREE', refusals: [], warnings: [] })
  })

  it('of a quarter without figures warns, and from the day on is refused', () => {
    expect(verdict('20', { limit: null })).toMatchObject({ state: 'NO_FIGURES', refusals: [] })
    expect(verdict('20', { limit: null }).warnings[0]).toMatch(
      /^Предельная ПСК не внесена: Нецелевые.*IV квартал 2026/,
    )
    expect(verdict('20', { limit: null }, true)).toMatchObject({
      warnings: [],
      refusals: [expect.any(String)],
    })
    expect(verdict('20', { limit: null, category: null }, true).refusals[0]).toMatch(/^Категория кредита/)
  })

  it('keeps within every cap, to the last digit', () => {
    const caps = [
      { rate: '24.900', ground: 'Соглашение № 7' },
      { rate: '24.899', ground: 'Программа' },
    ]
    expect(verdict('25', { caps }).refusals).toEqual([
      'Ставка 24,900\u00a0% выше потолка 24,899\u00a0% (Программа): снизьте ставку',
    ])
  })
})
