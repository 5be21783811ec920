import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toDay } from '#features/calendar/dates.rules.ts'
import { toUnits } from './exact.ts'
import {
  basePeriodOf,
  exactFullLoanCost,
  type Flow,
  fullLoanCost,
  periodRate,
  periodsPerYear,
  residual,
  toFlows,
} from './full-loan-cost.rules.ts'

/** Amount, first whole period, share of a period as «days/length», how many in a row. */
type Run = [amount: string, whole: number, share: string, times: number]

const share = (text: string) => {
  const [num = '0', den = '1'] = text.split('/')
  return { num: Number(num), den: Number(den) }
}
const flowsOf = (runs: Run[]): Flow[] =>
  runs.flatMap(([amount, whole, part, times]) =>
    Array.from({ length: times }, (_, k) => ({
      kopecks: Number(toUnits(amount, 2)),
      wholePeriods: whole + k,
      periodShare: share(part),
    })),
  )
const dates = (...texts: string[]) => texts.map(toDay)

describe('the rate of flows', () => {
  // 12 CFR Part 1026 Appendix J (c): the same equation with published results.
  it.each<[string, number, string, Run[]]>([
    [
      'monthly',
      12,
      '9.69',
      [
        ['-5000', 0, '0', 1],
        ['230', 1, '0', 24],
      ],
    ],
    [
      'half a month, short first period',
      24,
      '10.34',
      [
        ['-5000', 0, '0', 1],
        ['219.17', 0, '6/15', 24],
      ],
    ],
    [
      'weekly, long first period',
      52,
      '14.96',
      [
        ['-500', 0, '0', 1],
        ['17.60', 4, '4/7', 30],
      ],
    ],
    [
      'four weeks, irregular first payment',
      13,
      '28.50',
      [
        ['-400', 0, '0', 1],
        ['39.50', 1, '5/28', 1],
        ['38.31', 2, '5/28', 11],
      ],
    ],
    [
      'two weeks, another last payment',
      26,
      '12.22',
      [
        ['-200', 0, '0', 1],
        ['9.50', 0, '8/14', 19],
        ['30', 19, '8/14', 1],
      ],
    ],
    [
      'two months, irregular ends',
      6,
      '7.30',
      [
        ['-8000', 0, '0', 1],
        ['449.36', 0, '52/60', 1],
        ['465', 1, '52/60', 18],
        ['200', 19, '52/60', 1],
      ],
    ],
  ])('is the published one: %s', (_, perYear, percent, runs) => {
    const flows = flowsOf(runs)
    const rate = periodRate(flows)
    expect(rate?.times(perYear).times(100).toFixed(2)).toBe(percent)
    expect(rate && residual(flows, rate).abs().lt('1e-9')).toBe(true)
  })

  it.each<[string, string, Run[]]>([
    [
      'three equal months',
      '12.000',
      [
        ['-100000', 0, '0', 1],
        ['34002.21', 1, '0', 3],
      ],
    ],
    [
      'a premium on the day of issue',
      '12.867',
      [
        ['-985000', 0, '0', 1],
        ['87915.89', 1, '0', 12],
      ],
    ],
  ])('as ПСК: %s', (_, percent, runs) => {
    expect(fullLoanCost(flowsOf(runs), new Decimal(12))).toBe(percent)
  })

  it('of a loan for thirty days is counted by periods of thirty days', () => {
    const issue = toDay('2025-02-01')
    const end = issue + 30
    const base = basePeriodOf([issue, end])
    expect(base).toEqual({ unit: 'DAY', count: 30 })
    const flows = toFlows(
      issue,
      [
        { date: issue, kopecks: -3_000_000 },
        { date: end, kopecks: 3_720_000 },
      ],
      base,
    )
    expect(fullLoanCost(flows, periodsPerYear(base))).toBe('292.000')
  })

  it('is zero without overpayment and none when less comes back than was lent', () => {
    expect(
      fullLoanCost(
        flowsOf([
          ['-100', 0, '0', 1],
          ['50', 1, '0', 2],
        ]),
        new Decimal(12),
      ),
    ).toBe('0.000')
    expect(
      fullLoanCost(
        flowsOf([
          ['-100', 0, '0', 1],
          ['40', 1, '0', 2],
        ]),
        new Decimal(12),
      ),
    ).toBeNull()
    expect(fullLoanCost(flowsOf([['100', 0, '0', 1]]), new Decimal(12))).toBeNull()
  })

  // A kopeck of 24 000 roubles lent for a month is half a thousandth of a percent a year.
  it.each([
    [1, '0.001'],
    [24_001, '12.001'],
    [24_003, '12.002'],
    [333_333, '166.667'],
  ])('that lies on a half is rounded up: %d kopecks', (interest, percent) => {
    const flows = [
      { kopecks: -2_400_000, wholePeriods: 0, periodShare: share('0') },
      { kopecks: 2_400_000 + interest, wholePeriods: 1, periodShare: share('0') },
    ]
    expect(fullLoanCost(flows, new Decimal(12))).toBe(percent)
  })

  it('is what the exact root gives, whatever the flows are', () => {
    const flow = fc.record({
      kopecks: fc.integer({ min: -10_000_000, max: 90_000_000 }),
      wholePeriods: fc.integer({ min: 0, max: 360 }),
      days: fc.integer({ min: 0, max: 29 }),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000_000_000 }),
        fc.array(flow, { maxLength: 80 }),
        (lent, paid) => {
          const flows = [
            { kopecks: -lent, wholePeriods: 0, periodShare: share('0') },
            ...paid.map(({ days, ...one }) => ({ ...one, periodShare: share(`${days}/30`) })),
          ]
          const perYear = new Decimal(12)
          expect(fullLoanCost(flows, perYear)).toBe(exactFullLoanCost(flows, perYear))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('solves a mortgage of thirty years with a part of a month at the beginning', () => {
    const flows = flowsOf([
      ['-6480000', 0, '0', 1],
      ['83217.44', 0, '17/30', 1],
      ['83217.44', 1, '17/30', 359],
    ])
    const rate = periodRate(flows)
    expect(rate && residual(flows, rate).abs().lt('1e-9')).toBe(true)
  })
})

describe('the base period', () => {
  it('is the most frequent interval', () => {
    expect(basePeriodOf(dates('2025-01-20', '2025-02-10', '2025-03-10', '2025-04-10', '2025-05-10'))).toEqual(
      {
        unit: 'MONTH',
        count: 1,
      },
    )
    expect(basePeriodOf(dates('2025-01-10', '2025-04-10', '2025-07-10'))).toEqual({ unit: 'MONTH', count: 3 })
    expect(basePeriodOf(dates('2025-01-01', '2025-01-15', '2025-01-29'))).toEqual({ unit: 'DAY', count: 14 })
  })

  it('counts ends of months as months', () => {
    expect(basePeriodOf(dates('2025-01-31', '2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31'))).toEqual(
      {
        unit: 'MONTH',
        count: 1,
      },
    )
  })

  it('is a year when everything lies further apart', () => {
    expect(basePeriodOf(dates('2025-01-01', '2028-01-01'))).toEqual({ unit: 'MONTH', count: 12 })
  })
})
