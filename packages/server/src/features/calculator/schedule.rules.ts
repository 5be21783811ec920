import { type Day, fromDay, type IsWorkingDay, toDay } from '#features/calendar/dates.rules.ts'
import { yearFraction } from './day-count.rules.ts'
import { addFractions, divideHalfUp, type Fraction, fromUnits, toUnits } from './exact.ts'
import { levelPaymentOf, type RestOfLoan } from './level-payment.rules.ts'
import { type RateStep, rateScale, rateSteps, ratesPerWhole, segments } from './rate-steps.rules.ts'
import { type Period, type Timeline, timelineOf } from './schedule-periods.rules.ts'
import type { Schedule, ScheduleRow, ScheduleTerms } from './schedule-terms.ts'

interface Early {
  readonly date: Day
  readonly amount: bigint
  readonly reducesTerm: boolean
}

/** What a payment is put down with. */
interface Posting {
  readonly number: number | null
  readonly date: Day
  readonly due: Day
  readonly start: Day
  readonly kind: ScheduleRow['kind']
  readonly interest: bigint
  readonly principal: bigint
  readonly carried: bigint
}

/** A row whose texts are made when they are read: who asks for the payment and ПСК alone reads none. */
class Posted implements ScheduleRow {
  readonly number: number | null
  readonly on: Day
  readonly days: number
  readonly payment: bigint
  readonly interest: bigint
  readonly principal: bigint
  readonly carried: bigint
  readonly balance: bigint
  readonly kind: ScheduleRow['kind']
  readonly #due: Day
  readonly #rate: bigint

  constructor(row: Posting, rate: bigint, balance: bigint) {
    this.number = row.number
    this.on = row.date
    this.days = row.date - row.start
    this.payment = row.interest + row.principal
    this.interest = row.interest
    this.principal = row.principal
    this.carried = row.carried
    this.balance = balance
    this.kind = row.kind
    this.#due = row.due
    this.#rate = rate
  }

  get date(): string {
    return fromDay(this.on)
  }

  get dueDate(): string {
    return fromDay(this.#due)
  }

  get rate(): string {
    return fromUnits(this.#rate, rateScale)
  }
}

/** Walks a schedule: what is owed, what has accrued and what has fallen due without being paid. */
class Walk {
  readonly rows: ScheduleRow[] = []
  balance: bigint
  private accruedTo: Day
  /** Interest that fell due before and was not paid: more than the level payment or than a repayment. */
  private carried = 0n
  private readonly terms: ScheduleTerms
  private readonly steps: readonly RateStep[]
  private readonly timeline: Timeline

  constructor(terms: ScheduleTerms, timeline: Timeline) {
    this.terms = terms
    this.timeline = timeline
    this.steps = rateSteps(terms, timeline.periods)
    this.balance = toUnits(terms.amount, 2)
    this.accruedTo = toDay(terms.issueDate)
  }

  /** The rate of the first day after the date, in units of `rateScale`. */
  rateAfter(date: Day): bigint {
    return this.steps.findLast((step) => step.from <= date + 1)?.rate ?? 0n
  }

  /** Years of some days of a period; of a month that counts as a twelfth, the part of it that they are. */
  private yearPart(from: Day, to: Day, index: number, period: Period): Fraction {
    const { dayCount, dayBelongs } = this.terms
    if (from === period.start && to === period.end)
      return this.timeline.yearsOf(index, period, dayCount, dayBelongs)
    if (dayCount === 'MONTH_1_12' && period.whole)
      return { num: BigInt(to - from), den: 12n * BigInt(period.end - period.start) }
    return yearFraction(from, to, { dayCount, dayBelongs, whole: period.whole })
  }

  /** What is due on a day of a period: interest since it was last counted, rounded to the kopeck once, and what is unpaid. */
  dueOn(date: Day, index: number, period: Period): bigint {
    const sum = segments(this.steps, this.accruedTo, date).reduce<Fraction>(
      (total, part) => {
        const years = this.yearPart(part.from, part.to, index, period)
        return addFractions(total, { num: this.balance * part.rate * years.num, den: years.den })
      },
      { num: 0n, den: 1n },
    )
    this.accruedTo = date
    const due = this.carried + divideHalfUp(sum.num, sum.den * ratesPerWhole)
    this.carried = 0n
    return due
  }

  /** What the payments from a period on are for, if the rate stays. */
  restFrom(first: number, rate: bigint): RestOfLoan {
    const costs = this.timeline.periods.slice(first).map((period, at) => {
      const start = at === 0 ? this.accruedTo : period.start
      const years = this.yearPart(start, period.end, first + at, period)
      return { num: rate * years.num, den: ratesPerWhole * years.den }
    })
    return { balance: this.balance, carried: this.carried, costs }
  }

  /** A repayment beside the schedule: interest to the day first, then the debt. */
  repay(early: Early, index: number, period: Period): void {
    const start = this.accruedTo
    const due = this.dueOn(early.date, index, period)
    const interest = early.amount < due ? early.amount : due
    const rest = early.amount - interest
    const principal = rest < this.balance ? rest : this.balance
    this.post({
      number: null,
      date: early.date,
      due: early.date,
      start,
      kind: 'EARLY',
      interest,
      principal,
      carried: due - interest,
    })
  }

  post(row: Posting): void {
    this.balance -= row.principal
    this.carried = row.carried
    this.rows.push(new Posted(row, this.rateAfter(row.start), this.balance))
  }
}

/** How large the coming payments are; computed anew after a change of rate or of debt. */
class Amount {
  private size = 0n
  private rate: bigint | null = null
  private stale = true
  first: bigint | null = null
  readonly terms: ScheduleTerms

  constructor(terms: ScheduleTerms) {
    this.terms = terms
  }

  renew(): void {
    this.stale = true
  }

  /** The level payment from a period on. */
  level(walk: Walk, index: number, period: Period): bigint {
    const rate = walk.rateAfter(period.start)
    if (this.stale || rate !== this.rate) {
      this.size = levelPaymentOf(walk.restFrom(index, rate), {
        // Terms that were kept before there was a choice have none.
        levelPayment: this.terms.levelPayment ?? null,
        equalMonths: this.terms.dayCount === 'MONTH_1_12',
        rate: fromUnits(rate, rateScale),
        rounding: this.terms.rounding,
      })
      this.stale = false
      this.rate = rate
      this.first ??= this.size
    }
    return this.size
  }

  /** The equal part of the debt, when `left` payments repay it; rounded down where halves up would repay it before. */
  part(balance: bigint, left: number): bigint {
    if (this.stale) {
      const count = BigInt(left)
      const rounded = divideHalfUp(balance, count)
      this.size = rounded * (count - 1n) < balance ? rounded : balance / count
      this.stale = false
    }
    return this.size
  }
}

/** The repayments of a period in order of days; one on the payment day itself comes after the payment. */
const repaymentsOf = (early: readonly Early[], { start, end }: Period) =>
  early.filter((e) => e.date > start && e.date <= end)

const earlyOf = (terms: ScheduleTerms): Early[] =>
  terms.earlyRepayments
    .map((e) => ({
      date: toDay(e.date),
      amount: toUnits(e.amount, 2),
      reducesTerm: e.mode === 'REDUCE_TERM',
    }))
    .sort((a, b) => a.date - b.date)

/** The payment by which the loan is known: the level one, or the first that repays where none are level. */
const shownPayment = (rows: readonly ScheduleRow[], level: bigint | null): bigint =>
  level ?? rows.find(({ kind }) => kind === 'REGULAR' || kind === 'LAST')?.payment ?? 0n

/**
 * The schedule of a loan by days of the contract; sums in kopecks, every posted sum rounded half up.
 * Interest is exact until it is posted. Throws RangeError for sums, rates or dates that are none.
 */
export function buildSchedule(terms: ScheduleTerms, isWorking: IsWorkingDay): Schedule {
  const timeline = timelineOf(terms, isWorking)
  const { periods } = timeline
  const walk = new Walk(terms, timeline)
  const amount = new Amount(terms)
  const early = earlyOf(terms)
  for (const [index, period] of periods.entries()) {
    const repay = (e: Early) => {
      if (walk.balance === 0n) return
      walk.repay(e, index, period)
      if (!e.reducesTerm) amount.renew()
    }
    const repayments = repaymentsOf(early, period)
    const before = repayments.filter((e) => e.date < period.end)
    before.forEach(repay)
    if (walk.balance === 0n) break
    payRegular(walk, amount, { period, index, left: periods.length - index })
    repayments.slice(before.length).forEach(repay)
    if (walk.balance === 0n) break
  }
  const sum = (pick: (row: ScheduleRow) => bigint) => walk.rows.reduce((total, row) => total + pick(row), 0n)
  return {
    rows: walk.rows,
    firstPayment: shownPayment(walk.rows, amount.first),
    plannedPayments: periods.filter((period) => !period.interestOnly).length,
    totalPayments: sum((row) => row.payment),
    totalInterest: sum((row) => row.interest),
  }
}

interface RegularPayment {
  readonly period: Period
  readonly index: number
  /** Payments from this one on; those of interest alone come before all others. */
  readonly left: number
}

/** What of the interest that is due and of the debt a payment takes. */
function shares(
  walk: Walk,
  amount: Amount,
  { period, index, left }: RegularPayment,
): { interest: bigint; principal: bigint; carried: bigint } {
  const repays = !period.interestOnly && left > 1
  const level = repays && amount.terms.kind === 'ANNUITY' ? amount.level(walk, index, period) : null
  const due = walk.dueOn(period.end, index, period)
  const { balance } = walk
  if (level === null) {
    const part = repays ? amount.part(balance, left) : period.interestOnly ? 0n : balance
    return { interest: due, principal: part < balance ? part : balance, carried: 0n }
  }
  // A long month may cost more interest than the payment: the rest of it waits for the next payment.
  if (due > level) return { interest: level, principal: 0n, carried: due - level }
  const principal = level - due
  return { interest: due, principal: principal < balance ? principal : balance, carried: 0n }
}

function payRegular(walk: Walk, amount: Amount, payment: RegularPayment): void {
  const { period, index } = payment
  const { interest, principal, carried } = shares(walk, amount, payment)
  const kind = period.interestOnly ? 'INTEREST_ONLY' : principal === walk.balance ? 'LAST' : 'REGULAR'
  walk.post({
    number: index + 1,
    date: period.end,
    due: period.due,
    start: period.start,
    kind,
    interest,
    principal,
    carried,
  })
}
