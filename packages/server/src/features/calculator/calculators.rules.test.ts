import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addWorkingDays,
  type Day,
  dayOfWeek,
  fromDay,
  nextWorkingDay,
  toDay,
} from '#features/calendar/dates.rules.ts'
import { annuityPayment, paymentsOfTerm, principalOfPayment } from './annuity.rules.ts'
import { yearFraction } from './day-count.rules.ts'
import { effectiveRate } from './effective-rate.rules.ts'
import { divideHalfUp, fromUnits, toUnits } from './exact.ts'
import { debtLoad, loanToValue, maximumAmount, mustNotifyOf, monthlyPayment } from './limits.rules.ts'

describe('a level payment', () => {
  // CreditBank (three), numpy-financial, a published ПСК example.
  it.each([
    ['1000000', 12, '12', '88848.7886783417'],
    ['100000000', 120, '12', '1434709.4840258738'],
    ['3000000', 24, '230', '583678.7846867152'],
    ['15000', 60, '8', '304.1459143262'],
    ['100000', 3, '12', '34002.2111481469'],
  ])('of %s for %i months at %s percent is %s', (principal, count, rate, payment) => {
    expect(annuityPayment(principal, rate, count).toFixed(10)).toBe(payment)
  })

  it('and what it pays for are each other’s inverse', () => {
    const payment = annuityPayment('4250000', '17.35', 247)
    expect(principalOfPayment(payment, '17.35', 247).toFixed(20)).toBe('4250000.00000000000000000000')
  })

  it('has the fewest months that it covers', () => {
    expect(paymentsOfTerm('100000', '12', annuityPayment('100000', '12', 36))).toBe(36)
    expect(paymentsOfTerm('100000', '12', annuityPayment('100000', '12', 36).minus('0.01'))).toBe(37)
    expect(paymentsOfTerm('1200', '0', '100')).toBe(12)
    expect(paymentsOfTerm('100000', '12', '1000')).toBeNull()
  })
})

describe('interest by days', () => {
  const interest = (from: string, to: string, dayBelongs: 'START' | 'END', principal: bigint) => {
    const { num, den } = yearFraction(toDay(from), toDay(to), {
      dayCount: 'ACT_ACT',
      dayBelongs,
      whole: false,
    })
    return fromUnits(divideHalfUp(principal * 100n * num, den * 10n), 2)
  }
  it('is a hundred a day on 365 000 at 10 %', () => {
    expect(interest('2019-12-29', '2019-12-31', 'START', 365_000n)).toBe('200.00')
  })
  it('over the end of a year follows the setting of the day between', () => {
    expect(interest('2019-12-31', '2020-01-02', 'START', 133_590_000_000n)).toBe('73100000.00')
    expect(interest('2019-12-31', '2020-01-02', 'END', 133_590_000_000n)).toBe('73000000.00')
  })
  it.each([
    ['2024-01-01', '2024-02-01', '0.008053375342', '0.008031371585'],
    ['2024-02-01', '2024-03-01', '0.007533802740', '0.007513218579'],
    ['2024-04-01', '2024-05-01', '0.007793589041', '0.007772295082'],
  ])('from %s to %s has the published factors', (from, to, fixed, actual) => {
    const factor = (dayCount: 'ACT_365' | 'ACT_ACT') => {
      const { num, den } = yearFraction(toDay(from), toDay(to), {
        dayCount,
        dayBelongs: 'START',
        whole: true,
      })
      return fromUnits(divideHalfUp(toUnits('0.094822', 12) * num, den), 12)
    }
    expect([factor('ACT_365'), factor('ACT_ACT')]).toEqual([fixed, actual])
  })
})

describe('limits', () => {
  it('К/З is the amount over the lesser of price and appraisal', () => {
    expect(loanToValue('4250000', '5000000', '5200000')).toBe('85.00')
    expect(loanToValue('3000000', null, '4100000')).toBe('73.17')
    expect(loanToValue('3000000', null, null)).toBeNull()
  })

  it('ПДН adds the payments of all obligations', () => {
    const obligations = [
      { kind: 'LOAN', balance: '3000000', cost: '18.517', monthsLeft: 240, overdue: '0' },
      { kind: 'LOAN', balance: '500000', cost: '20', monthsLeft: 36, overdue: '0' },
    ] as const
    expect(debtLoad(obligations, '120000')).toEqual({
      percent: '55.07',
      bucket: '50-60',
      payments: ['47496.36', '18581.79'],
    })
  })

  it.each([
    ['30.00', '<30', false],
    ['30.01', '30-40', false],
    ['40.00', '30-40', false],
    ['50.00', '40-50', false],
    ['50.01', '50-60', true],
    ['80.00', '70-80', true],
    ['80.01', '>80', true],
    ['0.00', '<30', false],
  ])('ПДН of %s stands in %s: borders are «свыше»', (payment, bucket, mustNotify) => {
    const load = debtLoad([{ kind: 'PAYMENT', payment }], '100')
    expect(load).toMatchObject({ percent: payment, bucket })
    expect(mustNotifyOf(load, '50')).toBe(mustNotify)
  })

  it('ПДН without income is the highest and is not divided by zero', () => {
    const load = debtLoad([], '0')
    expect(load).toMatchObject({ percent: null, bucket: '>80' })
    expect(mustNotifyOf(load, '50')).toBe(true)
  })

  it('a card costs the lesser of 5 % of the limit and 10 % of the debt, and what is overdue', () => {
    expect(monthlyPayment({ kind: 'CARD', limit: '100000', debt: '20000', overdue: '150.50' })).toBe(
      '2150.50',
    )
  })

  it('the maximum amount is the least limit down to a thousand', () => {
    const answer = maximumAmount({
      income: '150000',
      debtLoadLimit: '0.5',
      otherPayments: '20000',
      rate: '12',
      months: 240,
      value: '6000000',
      loanToValueLimit: '80',
      price: '6500000',
      downPayment: '1300000',
      programmeMax: '6000000',
    })
    expect(answer).toEqual({
      limits: [
        { code: 'INCOME', amount: '4995067' },
        { code: 'LOAN_TO_VALUE', amount: '4800000' },
        { code: 'DOWN_PAYMENT', amount: '5200000' },
        { code: 'PROGRAMME', amount: '6000000' },
      ],
      amount: '4800000',
    })
  })
})

describe('the effective rate', () => {
  it('is that of the published XIRR example', () => {
    const flows: [string, string][] = [
      ['2008-01-01', '-10000'],
      ['2008-03-01', '2750'],
      ['2008-10-30', '4250'],
      ['2009-02-15', '3250'],
      ['2009-04-01', '2750'],
    ]
    expect(
      effectiveRate(flows.map(([day, amount]) => ({ date: toDay(day), kopecks: Number(amount) * 100 }))),
    ).toBe('0.373362534')
  })
  it('is the one by which the payments were discounted, whatever they are', () => {
    const payment = fc.record({
      day: fc.integer({ min: 1, max: 18_000 }),
      amount: fc.double({ min: 1, max: 1e6, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.double({ min: -0.5, max: 20, noNaN: true }),
        fc.array(payment, { minLength: 1, maxLength: 60 }),
        (rate, payments) => {
          const lent = payments.reduce((sum, { day, amount }) => sum + amount / (1 + rate) ** (day / 365), 0)
          const issue = toDay('2026-01-15')
          const flows = [
            { date: issue, kopecks: -lent },
            ...payments.map(({ day, amount }) => ({ date: issue + day, kopecks: amount })),
          ]
          expect(Math.abs(Number(effectiveRate(flows)) - rate)).toBeLessThan(1e-8 * (1 + rate))
        },
      ),
    )
  })
  it('is none for money that never comes back', () => {
    expect(effectiveRate([{ date: toDay('2025-01-01'), kopecks: -100 }])).toBeNull()
  })
})

describe('working days', () => {
  // 12 June 2026 is a Friday and a holiday.
  const isWorking = (day: Day) => dayOfWeek(day) < 6 && day !== toDay('2026-06-12')
  it('are counted backwards over a holiday', () => {
    expect(fromDay(addWorkingDays(toDay('2026-06-15'), -3, isWorking))).toBe('2026-06-09')
  })
  it('follow a day off', () => {
    expect(fromDay(nextWorkingDay(toDay('2026-06-12'), isWorking))).toBe('2026-06-15')
    expect(fromDay(nextWorkingDay(toDay('2026-06-11'), isWorking))).toBe('2026-06-11')
  })
})
