import { type Day, fromDay, type IsWorkingDay, toDay } from '#features/calendar/dates.rules.ts'
import { yearFraction } from './day-count.rules.ts'
import { addFractions, divideHalfUp, type Fraction, fromUnits, sumKopecks, toUnits } from './exact.ts'
import { levelPaymentOf, type RestOfLoan } from './level-payment.rules.ts'
import {
  interestOf,
  type Rate,
  rateOf,
  type RateStep,
  rateScale,
  rateSteps,
  ratesPerWhole,
  segments,
  type Years,
  yearsOf,
} from './rate-steps.rules.ts'
import { type Period, type Timeline, timelineOf } from './schedule-periods.rules.ts'
import type { Schedule, ScheduleRow, ScheduleTerms } from './schedule-terms.ts'

/** Sums within a schedule are whole kopecks in ordinary numbers: ten trillion roubles are a ninth of what they hold. */
interface Early {
  readonly date: Day
  readonly amount: number
  readonly reducesTerm: boolean
}

/** What a payment is put down with. */
interface Posting {
  readonly number: number | null
  readonly date: Day
  readonly due: Day
  readonly start: Day
  readonly kind: ScheduleRow['kind']
  readonly interest: number
  readonly principal: number
  readonly carried: number
}

/** A row whose texts and big numbers are made when they are read: who asks for the payment and ПСК alone reads none. */
class Posted implements ScheduleRow {
  readonly #row: Posting
  readonly #rate: bigint
  readonly #balance: number

  constructor(row: Posting, rate: bigint, balance: number) {
    this.#row = row
    this.#rate = rate
    this.#balance = balance
  }

  get number(): number | null {
    return this.#row.number
  }

  get kind(): ScheduleRow['kind'] {
    return this.#row.kind
  }

  get on(): Day {
    return this.#row.date
  }

  get days(): number {
    return this.#row.date - this.#row.start
  }

  get paid(): number {
    return this.#row.interest + this.#row.principal
  }

  get payment(): bigint {
    return BigInt(this.paid)
  }

  get interest(): bigint {
    return BigInt(this.#row.interest)
  }

  get principal(): bigint {
    return BigInt(this.#row.principal)
  }

  get carried(): bigint {
    return BigInt(this.#row.carried)
  }

  get balance(): bigint {
    return BigInt(this.#balance)
  }

  get date(): string {
    return fromDay(this.#row.date)
  }

  get dueDate(): string {
    return fromDay(this.#row.due)
  }

  get rate(): string {
    return fromUnits(this.#rate, rateScale)
  }
}

const noRate = rateOf(0n)

/** Walks a schedule: what is owed, what has accrued and what has fallen due without being paid. */
class Walk {
  readonly rows: ScheduleRow[] = []
  balance: number
  private accruedTo: Day
  /** Interest that fell due before and was not paid: more than the level payment or than a repayment. */
  private carried = 0
  private readonly terms: ScheduleTerms
  private readonly steps: readonly RateStep[]
  /** Of the steps, in their order. */
  private readonly rates: readonly Rate[]
  private readonly timeline: Timeline
  /** Of every whole period. */
  private readonly years: readonly Years[]

  constructor(terms: ScheduleTerms, timeline: Timeline) {
    this.terms = terms
    this.timeline = timeline
    this.years = timeline.yearsBy(terms.dayCount, terms.dayBelongs)
    this.steps = rateSteps(terms, timeline.periods)
    this.rates = this.steps.map(({ rate }) => rateOf(rate))
    this.balance = Number(toUnits(terms.amount, 2))
    this.accruedTo = toDay(terms.issueDate)
  }

  /** Which step the first day after the date is in. */
  private stepAfter(date: Day): number {
    let at = this.steps.length - 1
    while (at >= 0 && (this.steps[at]?.from ?? 0) > date + 1) at -= 1
    return at
  }

  /** The rate of the first day after the date. */
  rateAfter(date: Day): Rate {
    return this.rates[this.stepAfter(date)] ?? noRate
  }

  /** Years of some days of a period; of a month that counts as a twelfth, the part of it that they are. */
  private yearPart(from: Day, to: Day, index: number, period: Period): Years {
    const whole = from === period.start && to === period.end ? this.years[index] : undefined
    if (whole !== undefined) return whole
    const { dayCount, dayBelongs } = this.terms
    return yearsOf(
      dayCount === 'MONTH_1_12' && period.whole
        ? { num: BigInt(to - from), den: 12n * BigInt(period.end - period.start) }
        : yearFraction(from, to, { dayCount, dayBelongs, whole: period.whole }),
    )
  }

  /** Interest of some days of a period, rounded to the kopeck once, whatever rates the days have. */
  private interest(from: Day, to: Day, index: number, period: Period): number {
    const step = this.stepAfter(from)
    const next = this.steps[step + 1]
    if (next === undefined || next.from > to)
      return interestOf(this.balance, this.rates[step] ?? noRate, this.yearPart(from, to, index, period))
    const balance = BigInt(this.balance)
    const sum = segments(this.steps, from, to).reduce<Fraction>(
      (total, part) => {
        const years = this.yearPart(part.from, part.to, index, period)
        return addFractions(total, { num: balance * part.rate * years.num, den: years.den })
      },
      { num: 0n, den: 1n },
    )
    return Number(divideHalfUp(sum.num, sum.den * ratesPerWhole))
  }

  /** What is due on a day of a period: interest since it was last counted, and what is unpaid. */
  dueOn(date: Day, index: number, period: Period): number {
    const due = this.carried + this.interest(this.accruedTo, date, index, period)
    this.accruedTo = date
    this.carried = 0
    return due
  }

  /** What the payments from a period on are for, if the rate stays. */
  restFrom(first: number, rate: Rate): RestOfLoan {
    const period = this.timeline.periods[first]
    const years =
      period === undefined || period.start === this.accruedTo
        ? this.years.slice(first)
        : [this.yearPart(this.accruedTo, period.end, first, period), ...this.years.slice(first + 1)]
    return { balance: this.balance, carried: this.carried, rate, years }
  }

  /** A repayment beside the schedule: interest to the day first, then the debt. */
  repay(early: Early, index: number, period: Period): void {
    const start = this.accruedTo
    const due = this.dueOn(early.date, index, period)
    const interest = Math.min(early.amount, due)
    const principal = Math.min(early.amount - interest, this.balance)
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
    this.rows.push(new Posted(row, this.rateAfter(row.start).exact, this.balance))
  }
}

/** How large the coming payments are; computed anew after a change of rate or of debt. */
class Amount {
  private size = 0
  private rate: bigint | null = null
  private stale = true
  first: number | null = null
  readonly terms: ScheduleTerms

  constructor(terms: ScheduleTerms) {
    this.terms = terms
  }

  renew(): void {
    this.stale = true
  }

  /** The level payment from a period on. */
  level(walk: Walk, index: number, period: Period): number {
    const rate = walk.rateAfter(period.start)
    if (this.stale || rate.exact !== this.rate) {
      this.size = levelPaymentOf(walk.restFrom(index, rate), {
        // Terms that were kept before there was a choice have none.
        levelPayment: this.terms.levelPayment ?? null,
        equalMonths: this.terms.dayCount === 'MONTH_1_12',
        rounding: this.terms.rounding,
      })
      this.stale = false
      this.rate = rate.exact
      this.first ??= this.size
    }
    return this.size
  }

  /** The equal part of the debt, when `left` payments repay it; rounded down where halves up would repay it before. */
  part(balance: number, left: number): number {
    if (this.stale) {
      const [debt, count] = [BigInt(balance), BigInt(left)]
      const rounded = divideHalfUp(debt, count)
      this.size = Number(rounded * (count - 1n) < debt ? rounded : debt / count)
      this.stale = false
    }
    return this.size
  }
}

/** The repayments of a period in order of days; one on the payment day itself comes after the payment. */
interface Repayments {
  readonly before: readonly Early[]
  readonly on: readonly Early[]
}
const noRepayments: Repayments = { before: [], on: [] }

const repaymentsOf = (early: readonly Early[], { start, end }: Period): Repayments => ({
  before: early.filter(({ date }) => date > start && date < end),
  on: early.filter(({ date }) => date === end),
})

const earlyOf = (terms: ScheduleTerms): Early[] =>
  terms.earlyRepayments
    .map((e) => ({
      date: toDay(e.date),
      amount: Number(toUnits(e.amount, 2)),
      reducesTerm: e.mode === 'REDUCE_TERM',
    }))
    .sort((a, b) => a.date - b.date)

/** The payment by which the loan is known: the level one, or the first that repays where none are level. */
const shownPayment = (rows: readonly ScheduleRow[], level: number | null): number =>
  level ?? rows.find(({ kind }) => kind === 'REGULAR' || kind === 'LAST')?.paid ?? 0

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
    const repay = (all: readonly Early[]) => {
      for (const one of all) {
        if (walk.balance === 0) return
        walk.repay(one, index, period)
        if (!one.reducesTerm) amount.renew()
      }
    }
    const { before, on } = early.length === 0 ? noRepayments : repaymentsOf(early, period)
    repay(before)
    if (walk.balance > 0) payRegular(walk, amount, { period, index, left: periods.length - index })
    repay(on)
    if (walk.balance === 0) break
  }
  const { rows } = walk
  const totalPayments = sumKopecks(rows.map(({ paid }) => paid))
  return {
    rows,
    firstPayment: BigInt(shownPayment(rows, amount.first)),
    plannedPayments: periods.filter((period) => !period.interestOnly).length,
    totalPayments,
    totalInterest: totalPayments - toUnits(terms.amount, 2),
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
): Pick<Posting, 'interest' | 'principal' | 'carried'> {
  const repays = !period.interestOnly && left > 1
  const level = repays && amount.terms.kind === 'ANNUITY' ? amount.level(walk, index, period) : null
  const due = walk.dueOn(period.end, index, period)
  const { balance } = walk
  if (level === null) {
    const part = repays ? amount.part(balance, left) : period.interestOnly ? 0 : balance
    return { interest: due, principal: Math.min(part, balance), carried: 0 }
  }
  // A long month may cost more interest than the payment: the rest of it waits for the next payment.
  if (due > level) return { interest: level, principal: 0, carried: due - level }
  return { interest: due, principal: Math.min(level - due, balance), carried: 0 }
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
