import { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Day, dayOfWeek, fromDay, toDay } from '#features/calendar/dates.rules.ts'
import { annuityKopecks } from './annuity.rules.ts'
import { yearFraction } from './day-count.rules.ts'
import { divideHalfUp, fromUnits, toUnits } from './exact.ts'
import { computeLoan, loanBrief } from './loan.rules.ts'
import { amountByPayment, monthsByPayment } from './loan-search.rules.ts'
import { buildSchedule } from './schedule.rules.ts'
import { schedulePeriods } from './schedule-periods.rules.ts'
import type { ScheduleRow } from './schedule-terms.ts'

const weekdays = (day: Day) => dayOfWeek(day) < 6
const scheduleOf = (terms: LoanTerms) => buildSchedule(terms, weekdays)
const levelRows = (rows: readonly ScheduleRow[]) => rows.filter(({ kind }) => kind === 'REGULAR')

const areOf = (rows: readonly ScheduleRow[], level: bigint) =>
  levelRows(rows).every(({ payment }) => payment === level)

/** The last payment when all before it are of one size, walked plainly: what the search must agree with. */
function lastPayment(terms: LoanTerms, level: bigint): bigint {
  const rate = toUnits(terms.rate, 6)
  const periods = schedulePeriods(terms, weekdays)
  let debt = toUnits(terms.amount, 2)
  let unpaid = 0n
  for (const [index, { start, end, whole, interestOnly }] of periods.entries()) {
    const years = yearFraction(start, end, { ...terms, whole })
    const due = unpaid + divideHalfUp(debt * rate * years.num, years.den * 100_000_000n)
    if (index === periods.length - 1) return debt + due
    unpaid = 0n
    if (interestOnly) continue
    if (due > level) unpaid = due - level
    else debt -= level - due
    if (debt <= 0n) return 0n
  }
  return debt
}

const day = fc.integer({ min: 0, max: 4_000 }).map((n) => fromDay(toDay('2024-01-01') + n))
const loans = fc.record({
  amount: fc.integer({ min: 1_000_000, max: 10_000_000_000 }).map((kopecks) => fromUnits(BigInt(kopecks), 2)),
  rate: fc.integer({ min: 0, max: 60_000 }).map((n) => fromUnits(BigInt(n), 3)),
  months: fc.integer({ min: 1, max: 600 }),
  issueDate: day,
  dayCount: fc.constantFrom('ACT_ACT' as const, 'ACT_365' as const, 'MONTH_1_12' as const),
  rounding: fc.constantFrom('TO_COINS' as const, 'TO_RUBLES' as const),
  paymentDay: fc.option(fc.integer({ min: 1, max: 31 })),
  firstPayment: fc.constantFrom('FULL' as const, 'INTEREST_ONLY' as const, 'AUTO' as const),
  nonWorkingDays: fc.constantFrom('KEEP' as const, 'SHIFT' as const),
})

describe('a level payment by the days of the schedule', () => {
  it.each([
    [['5000000', '20', 360, '2026-07-15', 'ACT_ACT'], '83572.45', '83503.36'],
    [['5000000', '20', 240, '2026-07-15', 'ACT_ACT'], '84977.92', '84960.30'],
    [['7300000', '28.5', 300, '2026-12-31', 'ACT_ACT'], '173359.64', '173121.06'],
    [['12000000', '17.35', 359, '2026-11-23', 'ACT_365'], '174574.89', '174552.79'],
  ] as const)('of %j is found', ([amount, rate, months, issueDate, dayCount], level, last) => {
    const { rows, firstPayment } = scheduleOf(LoanTerms.parse({ amount, rate, months, issueDate, dayCount }))
    expect(rows).toHaveLength(months)
    expect([firstPayment, rows.at(-1)?.payment].map((sum) => fromUnits(sum ?? 0n, 2))).toEqual([level, last])
    expect(new Set(rows.slice(0, -1).map(({ payment }) => payment))).toEqual(new Set([firstPayment]))
  })

  it('is that of the formula when it is asked for, whatever is left for the last payment', () => {
    const terms = {
      amount: '5000000',
      rate: '20',
      months: 360,
      issueDate: '2026-07-15',
      levelPayment: 'FORMULA',
    }
    const { rows, firstPayment } = scheduleOf(LoanTerms.parse(terms))
    expect(rows).toHaveLength(360)
    expect(fromUnits(firstPayment, 2)).toBe('83550.93')
    expect(fromUnits(rows.at(-1)?.payment ?? 0n, 2)).toBe('555407.81')
  })

  it('is the formula’s for equal months, unless odd first days would end the loan years before its term', () => {
    const equal = {
      amount: '5000000',
      rate: '20',
      months: 360,
      issueDate: '2026-07-15',
      dayCount: 'MONTH_1_12',
    }
    expect(fromUnits(scheduleOf(LoanTerms.parse(equal)).firstPayment, 2)).toBe('83550.93')
    const odd = scheduleOf(LoanTerms.parse({ ...equal, paymentDay: 10 }))
    expect(odd.rows).toHaveLength(360)
    expect(odd.rows.at(-1)?.payment).toBeLessThanOrEqual(odd.firstPayment)
  })

  it('is paid so many times as the term has months, the last time no more than before, and is the least that does', () => {
    fc.assert(
      fc.property(loans, (input) => {
        const terms = LoanTerms.parse(input)
        const { rows, firstPayment, plannedPayments } = scheduleOf(terms)
        const repaid = rows.reduce((sum, { principal }) => sum + principal, 0n)
        expect(repaid).toBe(toUnits(terms.amount, 2))
        expect(areOf(rows, firstPayment)).toBe(true)
        const last = rows.at(-1)
        const amount = toUnits(terms.amount, 2)
        const isFormula =
          terms.dayCount === 'MONTH_1_12' &&
          firstPayment === annuityKopecks(amount, terms.rate, plannedPayments, terms.rounding)
        // Halves up a month may leave a little more for the last payment of the textbook's schedule.
        expect(last?.payment).toBeLessThanOrEqual(isFormula ? 2n * firstPayment : firstPayment)
        if (rows.length === terms.months && (isFormula || terms.months === 1)) return
        // A smaller payment by the unit would leave more than a payment: where fewer rows are enough, no payment has them all.
        const unit =
          rows.length === terms.months && firstPayment % 100n === 0n && terms.rounding === 'TO_RUBLES'
            ? 100n
            : 1n
        expect(lastPayment(terms, firstPayment - unit)).toBeGreaterThan(firstPayment - unit)
      }),
      { numRuns: 120 },
    )
  })

  it('never ends a loan that a bank gives before its term', () => {
    const given = fc.record({
      amount: fc.integer({ min: 100_000, max: 50_000_000 }).map(String),
      rate: fc.integer({ min: 0, max: 300 }).map((n) => fromUnits(BigInt(n), 1)),
      months: fc.integer({ min: 1, max: 360 }),
      issueDate: day,
      dayCount: fc.constantFrom('ACT_ACT' as const, 'ACT_365' as const, 'MONTH_1_12' as const),
      rounding: fc.constantFrom('TO_COINS' as const, 'TO_RUBLES' as const),
      paymentDay: fc.option(fc.integer({ min: 1, max: 31 })),
    })
    fc.assert(
      fc.property(given, (input) => {
        const terms = LoanTerms.parse(input)
        expect(scheduleOf(terms).rows).toHaveLength(terms.months)
      }),
      { numRuns: 80 },
    )
  })

  it('stays between early repayments, and what is left after them is repaid within the term', () => {
    const early = fc.record({
      date: day,
      amount: fc.integer({ min: 1, max: 5_000_000 }).map(String),
      mode: fc.constantFrom('REDUCE_PAYMENT' as const, 'REDUCE_TERM' as const),
    })
    fc.assert(
      fc.property(loans, fc.array(early, { minLength: 1, maxLength: 5 }), (loan, earlyRepayments) => {
        const terms = LoanTerms.parse({ ...loan, earlyRepayments })
        const { rows, firstPayment } = scheduleOf(terms)
        expect(rows.reduce((sum, { principal }) => sum + principal, 0n)).toBe(toUnits(terms.amount, 2))
        expect(rows.filter(({ number }) => number !== null).length).toBeLessThanOrEqual(terms.months)
        const parts = rows.reduce<ScheduleRow[][]>(
          (all, row) =>
            row.kind === 'EARLY' ? [...all, []] : [...all.slice(0, -1), [...(all.at(-1) ?? []), row]],
          [[]],
        )
        for (const part of parts) expect(areOf(part, levelRows(part)[0]?.payment ?? 0n)).toBe(true)
        if (earlyRepayments.every(({ mode }) => mode === 'REDUCE_TERM'))
          expect(areOf(rows, firstPayment)).toBe(true)
      }),
      { numRuns: 80 },
    )
  })
})

describe('the pages of one loan', () => {
  const loan = LoanTerms.parse({ amount: '5000000', rate: '20', months: 360, issueDate: '2026-07-15' })
  const computed = computeLoan(loan, weekdays)

  it('have one payment, one count of payments and one sum of interest', () => {
    expect(computed).toMatchObject({ firstPayment: '83572.45', maxPayment: '83572.45', monthsPaid: 360 })
    expect(computed.lastDate).toBe('2056-07-15')
    const steps = Object.fromEntries(
      computed.steps.map(({ title, result }) => [title, result.replace(/\s/g, '')]),
    )
    expect(steps['Равный платёж']).toBe('83572,45₽')
    expect(steps['Платёж по формуле для равных месяцев']).toBe('83550,93₽')
    expect(steps['Проценты за весь срок']).toBe(`${computed.totalInterest.replace('.', ',')}₽`)
    expect(computed.fullLoanCost.money).toBe(computed.totalInterest)
    expect(BigInt(computed.totalPayments.replace('.', ''))).toBe(8_357_245n * 359n + 8_350_336n)
  })

  it('know payment and ПСК without the schedule as well', () => {
    const fees = [{ kind: 'INSURANCE', amount: '50000', date: null, inFullLoanCost: true } as const]
    for (const terms of [loan, { ...loan, fees }, { ...loan, rate: '0' }]) {
      const { firstPayment, fullLoanCost } = computeLoan(terms, weekdays)
      expect(loanBrief(terms, weekdays)).toEqual({
        payment: firstPayment,
        fullLoanCost: fullLoanCost.percent,
      })
    }
  })

  it('say why there are fewer payments where no payment to the kopeck has them all', () => {
    const dear = computeLoan({ ...loan, rate: '60', months: 600 }, weekdays)
    expect(dear.monthsPaid).toBeLessThan(600)
    expect(dear.steps.find(({ title }) => title === 'Число платежей')?.result).toBe(
      `${dear.monthsPaid} вместо 600`,
    )
  })

  it('find term and amount by the payment that the schedule has', () => {
    expect(monthsByPayment(loan, computed.firstPayment, weekdays)).toEqual({ ok: true, value: 360 })
    expect(monthsByPayment(loan, '83572.44', weekdays)).toMatchObject({ ok: true, value: 361 })
    expect(monthsByPayment(loan, '80000', weekdays)).toMatchObject({ ok: false })
    const found = amountByPayment(loan, computed.firstPayment, weekdays) ?? '0'
    const level = (amount: string) => scheduleOf({ ...loan, amount }).firstPayment
    expect(Number(found)).toBeGreaterThanOrEqual(5_000_000)
    expect(level(found)).toBe(8_357_245n)
    expect(level(fromUnits(toUnits(found, 2) + 1n, 2))).toBe(8_357_246n)
    expect(amountByPayment(loan, '0', weekdays)).toBeNull()
    expect(amountByPayment({ ...loan, rate: '0' }, '9999999999999.99', weekdays)).toBe('9999999999999.99')
  })
})
