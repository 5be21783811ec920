import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Day, dayOfWeek, fromDay, toDay } from '#features/calendar/dates.rules.ts'
import { fromUnits } from './exact.ts'
import { buildSchedule } from './schedule.rules.ts'
import type { ScheduleTerms } from './schedule-terms.ts'

const everyDay = () => true
const weekdays = (day: Day) => dayOfWeek(day) < 6

const terms = (part: Partial<ScheduleTerms>): ScheduleTerms => ({
  amount: '5000',
  rate: '12',
  months: 18,
  issueDate: '2022-11-01',
  kind: 'ANNUITY',
  dayCount: 'MONTH_1_12',
  dayBelongs: 'END',
  rounding: 'TO_RUBLES',
  levelPayment: null,
  paymentDay: null,
  interestPeriod: 'PAYMENT_DAY',
  firstPayment: 'FULL',
  nonWorkingDays: 'KEEP',
  interestOnlyMonths: 0,
  rateChanges: [],
  subsidy: null,
  insuranceSurcharge: null,
  earlyRepayments: [],
  ...part,
})

const lines = (part: Partial<ScheduleTerms>) =>
  buildSchedule(terms(part), everyDay).rows.map((row) =>
    [row.payment, row.interest, row.principal, row.balance].map((sum) => fromUnits(sum, 2)).join(' '),
  )

describe('a schedule', () => {
  it('with a payment in whole roubles is that of Fineract RS02', () => {
    const rows = lines({})
    expect(rows[0]).toBe('305.00 50.00 255.00 4745.00')
    expect(rows[7]).toBe('305.00 31.61 273.39 2887.15')
    expect(rows[16]).toBe('305.00 5.99 299.01 300.22')
    expect(rows[17]).toBe('303.22 3.00 300.22 0.00')
    expect(rows).toHaveLength(18)
    const { totalInterest, totalPayments } = buildSchedule(terms({}), everyDay)
    expect([totalInterest, totalPayments]).toEqual([48_822n, 548_822n])
  })

  it('of equal parts of the debt is that of Fineract RS04', () => {
    const rows = lines({ kind: 'DIFFERENTIATED' })
    expect(rows[0]).toBe('327.78 50.00 277.78 4722.22')
    expect(rows[7]).toBe('308.34 30.56 277.78 2777.76')
    expect(rows[17]).toBe('280.52 2.78 277.74 0.00')
    expect(buildSchedule(terms({ kind: 'DIFFERENTIATED' }), everyDay).totalInterest).toBe(47_500n)
  })

  it('stays as it is where the rate is changed to what it was', () => {
    const loan = { amount: '4999999.99', rate: '19.35', months: 240, rounding: 'TO_COINS' as const }
    const changes = ['2025-06-11', '2029-02-01', '2035-10-17'].map((from) => ({ from, rate: '19.35' }))
    expect(lines({ ...loan, rateChanges: changes })).toEqual(lines(loan))
  })

  it('of equal parts without remainders is the one of the handbook', () => {
    const rows = lines({ kind: 'DIFFERENTIATED', amount: '120000', months: 12 })
    expect(rows.map((row) => row.split(' ')[0])).toEqual([
      ...['11200.00', '11100.00', '11000.00', '10900.00', '10800.00', '10700.00'],
      ...['10600.00', '10500.00', '10400.00', '10300.00', '10200.00', '10100.00'],
    ])
  })

  it('with months of interest alone is that of Fineract RS06', () => {
    const rows = lines({ interestOnlyMonths: 6 })
    expect(rows.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => '50.00 50.00 0.00 5000.00'))
    expect(rows[6]).toBe('444.00 50.00 394.00 4606.00')
    expect(rows[17]).toBe('447.09 4.43 442.66 0.00')
  })

  it('after repayments that lower the payment is that of Fineract RP12', () => {
    const rows = lines({
      months: 6,
      dayCount: 'ACT_365',
      levelPayment: 'FORMULA',
      earlyRepayments: [
        { date: '2022-12-01', amount: '137', mode: 'REDUCE_PAYMENT', source: 'CLIENT' },
        { date: '2023-01-01', amount: '1166', mode: 'REDUCE_PAYMENT', source: 'CLIENT' },
      ],
    })
    expect(rows).toEqual([
      '863.00 49.32 813.68 4186.32',
      '137.00 0.00 137.00 4049.32',
      '834.00 41.27 792.73 3256.59',
      '1166.00 0.00 1166.00 2090.59',
      '536.00 21.31 514.69 1575.90',
      '536.00 14.51 521.49 1054.41',
      '536.00 10.75 525.25 529.16',
      '534.38 5.22 529.16 0.00',
    ])
  })

  it('after a repayment that shortens the term keeps its payment and ends earlier', () => {
    const { rows, firstPayment } = buildSchedule(
      terms({
        amount: '1000000',
        months: 60,
        rounding: 'TO_COINS',
        earlyRepayments: [
          { date: '2023-05-01', amount: '300000', mode: 'REDUCE_TERM', source: 'MATERNITY_CAPITAL' },
        ],
      }),
      everyDay,
    )
    const regular = rows.filter((row) => row.kind === 'REGULAR')
    expect(new Set(regular.map((row) => row.payment))).toEqual(new Set([firstPayment]))
    expect(rows.length).toBeLessThan(60)
    expect(rows.at(-1)).toMatchObject({ kind: 'LAST', balance: 0n })
  })

  it('of a subsidised year pays by the low rate for the whole term, then by the base rate on the rest', () => {
    const { rows } = buildSchedule(
      terms({
        amount: '5000000',
        months: 240,
        rounding: 'TO_COINS',
        rate: '12',
        subsidy: { rate: '3', months: 12 },
      }),
      everyDay,
    )
    expect(fromUnits(rows[0]?.payment ?? 0n, 2)).toBe('27729.88')
    expect(fromUnits(rows[11]?.balance ?? 0n, 2)).toBe('4814707.45')
    expect(fromUnits(rows[12]?.payment ?? 0n, 2)).toBe('53702.56')
  })

  it('costs more from the period after the insurance is missed', () => {
    const part = { amount: '3000000', months: 240, rounding: 'TO_COINS' } as const
    const { rows } = buildSchedule(
      terms({ ...part, insuranceSurcharge: { from: '2022-11-01', points: '1' } }),
      everyDay,
    )
    expect(fromUnits(rows[0]?.payment ?? 0n, 2)).toBe('35147.27')
    const later = buildSchedule(
      terms({ ...part, insuranceSurcharge: { from: '2022-12-15', points: '1' } }),
      everyDay,
    )
    expect(later.rows.slice(0, 2).map((row) => fromUnits(row.payment, 2))).toEqual(['33032.58', '33032.58'])
    expect(later.rows[2]?.rate).toBe('13.000000')
  })

  it('without interest divides the debt', () => {
    expect(lines({ amount: '1000', rate: '0', months: 4, rounding: 'TO_COINS' })).toEqual([
      '250.00 0.00 250.00 750.00',
      '250.00 0.00 250.00 500.00',
      '250.00 0.00 250.00 250.00',
      '250.00 0.00 250.00 0.00',
    ])
  })

  it('splits the interest where the rate changes and pays by the new rate from the next period', () => {
    const { rows } = buildSchedule(
      terms({
        amount: '365000',
        rate: '10',
        months: 12,
        issueDate: '2023-01-10',
        dayCount: 'ACT_ACT',
        rounding: 'TO_COINS',
        rateChanges: [{ from: '2023-02-01', rate: '20' }],
      }),
      everyDay,
    )
    // 21 days at 10 % (100 roubles a day) and 10 at 20 %.
    expect(rows[0]?.interest).toBe(410_000n)
    expect(rows[1]?.payment).not.toBe(rows[0]?.payment)
    expect(rows[2]?.payment).toBe(rows[1]?.payment)
  })

  it('of calendar months begins with the interest of the month of issue', () => {
    const { rows } = buildSchedule(
      terms({ issueDate: '2025-03-15', interestPeriod: 'CALENDAR_MONTH', dayCount: 'ACT_ACT', months: 12 }),
      everyDay,
    )
    expect(rows[0]).toMatchObject({ date: '2025-03-31', days: 16, principal: 0n, kind: 'INTEREST_ONLY' })
    expect(rows).toHaveLength(13)
    expect(rows.at(-1)).toMatchObject({ date: '2026-03-31', balance: 0n })
  })

  it('takes interest alone for a first period that is too short', () => {
    const part = { issueDate: '2025-03-20', paymentDay: 1, firstPayment: 'AUTO', months: 12 } as const
    const { rows } = buildSchedule(terms(part), everyDay)
    expect(rows[0]).toMatchObject({ date: '2025-04-01', kind: 'INTEREST_ONLY' })
    const long = buildSchedule(terms({ ...part, issueDate: '2025-03-02' }), everyDay)
    expect(long.rows[0]?.kind).toBe('REGULAR')
  })

  it('shows the working day until which a payment may be made, or moves the payment there', () => {
    const part = { issueDate: '2026-01-15', months: 3, dayCount: 'ACT_365' } as const
    const kept = buildSchedule(terms(part), weekdays).rows[0]
    expect(kept).toMatchObject({ date: '2026-02-15', dueDate: '2026-02-16', days: 31 })
    const moved = buildSchedule(terms({ ...part, nonWorkingDays: 'SHIFT' }), weekdays).rows[0]
    expect(moved).toMatchObject({ date: '2026-02-16', dueDate: '2026-02-16', days: 32 })
  })

  it('carries what a long first period costs above the payment to the next ones, without interest on it', () => {
    const { rows, firstPayment } = buildSchedule(
      terms({
        amount: '1000000',
        rate: '30',
        months: 360,
        issueDate: '2025-01-01',
        paymentDay: 28,
        rounding: 'TO_COINS',
      }),
      everyDay,
    )
    const [first, second] = rows
    expect(first).toMatchObject({ principal: 0n, payment: firstPayment, balance: 100_000_000n })
    // 57 days of 30/360 at 30 %, then a month of a twelfth: 25 000 roubles on the debt alone.
    expect((first?.interest ?? 0n) + (first?.carried ?? 0n)).toBe(4_750_000n)
    expect((second?.interest ?? 0n) + (second?.carried ?? 0n)).toBe((first?.carried ?? 0n) + 2_500_000n)
    expect(rows).toHaveLength(360)
  })

  it('carries over the interest that a small repayment does not cover', () => {
    const { rows } = buildSchedule(
      terms({
        amount: '1000000',
        months: 12,
        dayCount: 'ACT_365',
        rounding: 'TO_COINS',
        earlyRepayments: [{ date: '2022-11-21', amount: '1000', mode: 'REDUCE_TERM', source: 'CLIENT' }],
      }),
      everyDay,
    )
    expect(rows[0]).toMatchObject({ kind: 'EARLY', interest: 100_000n, principal: 0n })
    expect((rows[0]?.interest ?? 0n) + (rows[1]?.interest ?? 0n)).toBe(986_301n)
  })

  it('repays the debt to the kopeck whatever the terms, and its balance is never negative', () => {
    const day = fc.integer({ min: 0, max: 5_000 }).map((n) => fromDay(toDay('2020-01-01') + n))
    fc.assert(
      fc.property(
        fc.record({
          amount: fc.integer({ min: 1, max: 100_000_000_00 }).map((kopecks) => fromUnits(BigInt(kopecks), 2)),
          rate: fc.integer({ min: 0, max: 60_0000 }).map((n) => fromUnits(BigInt(n), 4)),
          months: fc.integer({ min: 1, max: 360 }),
          issueDate: day,
          kind: fc.constantFrom('ANNUITY', 'DIFFERENTIATED'),
          dayCount: fc.constantFrom('ACT_ACT', 'ACT_365', 'MONTH_1_12'),
          dayBelongs: fc.constantFrom('END', 'START'),
          rounding: fc.constantFrom('TO_COINS', 'TO_RUBLES'),
          levelPayment: fc.constantFrom(null, 'FIT', 'FORMULA'),
          paymentDay: fc.option(fc.integer({ min: 1, max: 31 })),
          interestPeriod: fc.constantFrom('PAYMENT_DAY', 'CALENDAR_MONTH'),
          firstPayment: fc.constantFrom('FULL', 'INTEREST_ONLY', 'AUTO'),
          nonWorkingDays: fc.constantFrom('KEEP', 'SHIFT'),
          interestOnlyMonths: fc.integer({ min: 0, max: 12 }),
          rateChanges: fc.array(fc.record({ from: day, rate: fc.integer({ min: 0, max: 40 }).map(String) }), {
            maxLength: 3,
          }),
          insuranceSurcharge: fc.option(fc.record({ from: day, points: fc.constant('1.5') })),
          subsidy: fc.option(fc.record({ rate: fc.constant('1'), months: fc.integer({ min: 1, max: 24 }) })),
          earlyRepayments: fc.array(
            fc.record({
              date: day,
              amount: fc.integer({ min: 1, max: 10_000_000 }).map(String),
              mode: fc.constantFrom('REDUCE_PAYMENT', 'REDUCE_TERM'),
              source: fc.constantFrom('CLIENT', 'MATERNITY_CAPITAL'),
            }),
            { maxLength: 5 },
          ),
        }),
        (input) => {
          const { rows } = buildSchedule(input, weekdays)
          const repaid = rows.reduce((sum, row) => sum + row.principal, 0n)
          expect(fromUnits(repaid, 2)).toBe(fromUnits(BigInt(Math.round(Number(input.amount) * 100)), 2))
          expect(rows.every((row) => row.balance >= 0n && row.principal >= 0n && row.interest >= 0n)).toBe(
            true,
          )
          expect(rows.at(-1)?.balance).toBe(0n)
        },
      ),
      { numRuns: 300 },
    )
  })
})
