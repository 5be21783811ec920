import { type Day, fromDay, type IsWorkingDay, toDay } from '#features/calendar/dates.rules.ts'
import { annuityKopecks } from './annuity.rules.ts'
import { yearFraction } from './day-count.rules.ts'
import { addFractions, divideHalfUp, type Fraction, fromUnits, toUnits } from './exact.ts'
import { type Period, schedulePeriods } from './schedule-periods.rules.ts'
import type { Schedule, ScheduleRow, ScheduleTerms } from './schedule-terms.ts'

/** Digits of a rate after the comma. */
const rateScale = 6
const ratesPerWhole = 100n * 10n ** BigInt(rateScale)

interface RateStep {
  /** The first day whose interest is at this rate. */
  readonly from: Day
  readonly rate: bigint
}

interface Early {
  readonly date: Day
  readonly amount: bigint
  readonly reducesTerm: boolean
}

/** The rates in order of their first day. */
function rateSteps(terms: ScheduleTerms, periods: readonly Period[]): RateStep[] {
  const issue = toDay(terms.issueDate)
  const base = toUnits(terms.rate, rateScale)
  const changes = terms.rateChanges.map((c) => ({ from: toDay(c.from), rate: toUnits(c.rate, rateScale) }))
  const lastSubsidised = terms.subsidy && periods[terms.subsidy.months - 1]
  const start: RateStep[] = terms.subsidy
    ? [
        { from: issue, rate: toUnits(terms.subsidy.rate, rateScale) },
        ...(lastSubsidised ? [{ from: lastSubsidised.end + 1, rate: base }] : []),
      ]
    : [{ from: issue, rate: base }]
  const steps = [...start, ...changes].sort((a, b) => a.from - b.from)
  return terms.insuranceSurcharge ? withSurcharge(steps, terms.insuranceSurcharge, periods) : steps
}

/** The rates with the points of a missing insurance, which begin with the interest period after the given day. */
function withSurcharge(
  steps: readonly RateStep[],
  surcharge: NonNullable<ScheduleTerms['insuranceSurcharge']>,
  periods: readonly Period[],
): RateStep[] {
  const missing = toDay(surcharge.from)
  const period = periods.find((p) => p.start >= missing)
  if (!period) return [...steps]
  const points = toUnits(surcharge.points, rateScale)
  const from = period.start + 1
  const before = steps.filter((step) => step.from < from)
  const after = steps.filter((step) => step.from >= from)
  const now = before.at(-1)?.rate ?? 0n
  const start = after[0]?.from === from ? [] : [{ from, rate: now + points }]
  return [...before, ...start, ...after.map((step) => ({ from: step.from, rate: step.rate + points }))]
}

/** A day's interest is posted at its end: a step ends with the day before the next one begins. */
const stepEnd = (next: RateStep | undefined): Day => (next ? next.from - 1 : Number.POSITIVE_INFINITY)

/** The steps in force from one date to another, split where the rate changes. */
function segments(steps: readonly RateStep[], from: Day, to: Day) {
  const parts: { from: Day; to: Day; rate: bigint }[] = []
  let start = from
  for (const [index, step] of steps.entries()) {
    const next = stepEnd(steps[index + 1])
    if (next <= start) continue
    const end = Math.min(next, to)
    if (start < end) parts.push({ from: start, to: end, rate: step.rate })
    start = end
  }
  return parts
}

/** Walks a schedule: what is owed, what has accrued and how large the payment is now. */
class Walk {
  readonly rows: ScheduleRow[] = []
  balance: bigint
  private accruedTo: Day
  /** Interest that fell due before and was not paid: a repayment smaller than the interest. */
  private carried = 0n
  private readonly terms: ScheduleTerms
  private readonly steps: readonly RateStep[]

  constructor(terms: ScheduleTerms, steps: readonly RateStep[]) {
    this.terms = terms
    this.steps = steps
    this.balance = toUnits(terms.amount, 2)
    this.accruedTo = toDay(terms.issueDate)
  }

  /** The rate of the first day after the date, in units of `rateScale`. */
  rateAfter(date: Day): bigint {
    return this.steps.findLast((step) => step.from <= date + 1)?.rate ?? 0n
  }

  /** Interest of the time since it was last counted, rounded to the kopeck once. */
  interestTo(date: Day, period: Period): bigint {
    const { dayCount, dayBelongs } = this.terms
    const parts = segments(this.steps, this.accruedTo, date)
    const undivided = parts.length === 1 && this.accruedTo === period.start && date === period.end
    const yearPart = (from: Day, to: Day): Fraction =>
      dayCount === 'MONTH_1_12' && period.whole && !undivided
        ? { num: BigInt(to - from), den: 12n * BigInt(period.end - period.start) }
        : yearFraction(from, to, { dayCount, dayBelongs, whole: period.whole })
    const sum = parts.reduce<Fraction>(
      (total, part) => {
        const years = yearPart(part.from, part.to)
        return addFractions(total, { num: this.balance * part.rate * years.num, den: years.den })
      },
      { num: 0n, den: 1n },
    )
    this.accruedTo = date
    const interest = this.carried + divideHalfUp(sum.num, sum.den * ratesPerWhole)
    this.carried = 0n
    return interest
  }

  /** A repayment beside the schedule: interest to the day first, then the debt. */
  repay(early: Early, period: Period): void {
    const start = this.accruedTo
    const interest = this.interestTo(early.date, period)
    const paidInterest = early.amount < interest ? early.amount : interest
    this.carried = interest - paidInterest
    const rest = early.amount - paidInterest
    const principal = rest < this.balance ? rest : this.balance
    this.post({
      number: null,
      date: early.date,
      due: early.date,
      start,
      kind: 'EARLY',
      interest: paidInterest,
      principal,
    })
  }

  post(row: {
    number: number | null
    date: Day
    due: Day
    start: Day
    kind: ScheduleRow['kind']
    interest: bigint
    principal: bigint
  }): void {
    this.balance -= row.principal
    this.rows.push({
      number: row.number,
      date: fromDay(row.date),
      dueDate: fromDay(row.due),
      days: row.date - row.start,
      rate: fromUnits(this.rateAfter(row.start), rateScale),
      payment: row.interest + row.principal,
      interest: row.interest,
      principal: row.principal,
      balance: this.balance,
      kind: row.kind,
    })
  }
}

/** How much of the debt the coming payments repay; computed anew after a change of rate or of debt. */
class Amount {
  private size = 0n
  private rate: bigint | null = null
  private stale = true
  first: bigint | null = null
  private readonly terms: ScheduleTerms

  constructor(terms: ScheduleTerms) {
    this.terms = terms
  }

  renew(): void {
    this.stale = true
  }

  /** The principal of a payment with this interest, when `left` payments with principal remain. */
  principal(balance: bigint, rate: bigint, left: number, interest: bigint): bigint {
    const annuity = this.terms.kind === 'ANNUITY'
    if (this.stale || (annuity && rate !== this.rate)) {
      this.size = annuity
        ? annuityKopecks(balance, fromUnits(rate, rateScale), left, this.terms.rounding)
        : divideHalfUp(balance, BigInt(left))
      this.stale = false
      this.rate = rate
      this.first ??= this.size
    }
    const principal = annuity ? this.size - interest : this.size
    // A long first period may cost more interest than the payment: then the debt stays as it is.
    return principal < 0n ? 0n : principal
  }
}

/** The repayments of a period in order of days; one on the payment day itself comes after the payment. */
const repaymentsOf = (early: readonly Early[], { start, end }: Period) =>
  early.filter((e) => e.date > start && e.date <= end)

/**
 * The schedule of a loan by days of the contract; sums in kopecks, every posted sum rounded half up.
 * Interest is exact until it is posted. Throws RangeError for sums, rates or dates that are none.
 */
export function buildSchedule(terms: ScheduleTerms, isWorking: IsWorkingDay): Schedule {
  const periods = schedulePeriods(terms, isWorking)
  const walk = new Walk(terms, rateSteps(terms, periods))
  const amount = new Amount(terms)
  const early: Early[] = terms.earlyRepayments
    .map((e) => ({
      date: toDay(e.date),
      amount: toUnits(e.amount, 2),
      reducesTerm: e.mode === 'REDUCE_TERM',
    }))
    .sort((a, b) => a.date - b.date)
  const repay = (e: Early, period: Period) => {
    walk.repay(e, period)
    if (!e.reducesTerm) amount.renew()
  }
  const left = paymentsLeft(periods)
  for (const [index, period] of periods.entries()) {
    if (walk.balance === 0n) break
    const repayments = repaymentsOf(early, period)
    const before = repayments.filter((e) => e.date < period.end)
    for (const e of before) if (walk.balance > 0n) repay(e, period)
    if (walk.balance > 0n)
      payRegular(walk, amount, { period, index, left: left[index] ?? 0, last: index === periods.length - 1 })
    for (const e of repayments.slice(before.length)) if (walk.balance > 0n) repay(e, period)
  }
  const sum = (pick: (row: ScheduleRow) => bigint) => walk.rows.reduce((total, row) => total + pick(row), 0n)
  return {
    rows: walk.rows,
    firstPayment: amount.first ?? walk.rows[0]?.payment ?? 0n,
    totalPayments: sum((row) => row.payment),
    totalInterest: sum((row) => row.interest),
  }
}

/** How many payments with principal there are from each period on. */
function paymentsLeft(periods: readonly Period[]): number[] {
  const left = periods.map(() => 0)
  let count = 0
  for (let index = periods.length - 1; index >= 0; index -= 1) {
    if (periods[index]?.interestOnly === false) count += 1
    left[index] = count
  }
  return left
}

interface RegularPayment {
  readonly period: Period
  readonly index: number
  readonly left: number
  readonly last: boolean
}

function payRegular(walk: Walk, amount: Amount, { period, index, left, last }: RegularPayment): void {
  const interest = walk.interestTo(period.end, period)
  const wanted = period.interestOnly
    ? 0n
    : amount.principal(walk.balance, walk.rateAfter(period.start), left, interest)
  const principal = last || wanted > walk.balance ? walk.balance : wanted
  const kind = period.interestOnly ? 'INTEREST_ONLY' : principal === walk.balance ? 'LAST' : 'REGULAR'
  walk.post({
    number: index + 1,
    date: period.end,
    due: period.due,
    start: period.start,
    kind,
    interest,
    principal,
  })
}
