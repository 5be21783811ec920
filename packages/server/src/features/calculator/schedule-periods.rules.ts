import {
  civil,
  type Day,
  type IsWorkingDay,
  nextWorkingDay,
  paymentDate,
  toDay,
} from '#features/calendar/dates.rules.ts'
import { type DayBelongs, type DayCount, yearFraction } from './day-count.rules.ts'
import { type Years, yearsOf } from './rate-steps.rules.ts'
import { type ScheduleTerms, shortFirstPeriodDays } from './schedule-terms.ts'

/** The time between two payments. */
export interface Period {
  readonly start: Day
  readonly end: Day
  readonly due: Day
  /** One whole month between payment days, whatever its days. */
  readonly whole: boolean
  readonly interestOnly: boolean
}

type PeriodTerms = Pick<
  ScheduleTerms,
  | 'issueDate'
  | 'months'
  | 'paymentDay'
  | 'interestPeriod'
  | 'firstPayment'
  | 'nonWorkingDays'
  | 'interestOnlyMonths'
>

function nominalDates(terms: PeriodTerms): Day[] {
  const issue = toDay(terms.issueDate)
  if (terms.interestPeriod === 'CALENDAR_MONTH')
    return Array.from({ length: terms.months + 1 }, (_, k) => paymentDate(issue, k, 31))
  const day = terms.paymentDay ?? civil(issue).day
  return Array.from({ length: terms.months }, (_, k) => paymentDate(issue, k + 1, day))
}

/** Whether the first payment is interest alone, beside a grace of the terms. */
function firstIsInterest(terms: PeriodTerms, firstEnd: Day): boolean {
  if (terms.interestPeriod === 'CALENDAR_MONTH') return true
  if (terms.firstPayment !== 'AUTO') return terms.firstPayment === 'INTEREST_ONLY'
  return firstEnd - toDay(terms.issueDate) < shortFirstPeriodDays
}

/** Timelines of a calendar, by the terms they follow from; as many as pages of offers ask for at a time. */
const kept = new WeakMap<IsWorkingDay, Map<string, Timeline>>()
const mostKept = 64

/** The periods of a schedule in order, and how many years they are: the same for loans that differ by sum and rate alone. */
export class Timeline {
  readonly periods: readonly Period[]
  readonly #years = new Map<string, readonly Years[]>()

  constructor(periods: readonly Period[]) {
    this.periods = periods
  }

  /** Years of every whole period. */
  yearsBy(dayCount: DayCount, dayBelongs: DayBelongs): readonly Years[] {
    const key = `${dayCount} ${dayBelongs}`
    const before = this.#years.get(key)
    if (before !== undefined) return before
    const years = this.periods.map(({ start, end, whole }) =>
      yearsOf(yearFraction(start, end, { dayCount, dayBelongs, whole })),
    )
    this.#years.set(key, years)
    return years
  }
}

/** The timeline of terms; computed once for those that ask by the same calendar. */
export function timelineOf(terms: PeriodTerms, isWorking: IsWorkingDay): Timeline {
  const { issueDate, months, paymentDay, interestPeriod, firstPayment, nonWorkingDays, interestOnlyMonths } =
    terms
  const key = [
    ...[issueDate, months, paymentDay, interestPeriod],
    ...[firstPayment, nonWorkingDays, interestOnlyMonths],
  ].join(' ')
  const own = kept.get(isWorking) ?? new Map<string, Timeline>()
  kept.set(isWorking, own)
  const before = own.get(key)
  if (before !== undefined) return before
  if (own.size >= mostKept) own.clear()
  const timeline = new Timeline(schedulePeriods(terms, isWorking))
  own.set(key, timeline)
  return timeline
}

/** The periods of a schedule in order; a month of issue that ends on the day of issue has none. */
export function schedulePeriods(terms: PeriodTerms, isWorking: IsWorkingDay): Period[] {
  const issue = toDay(terms.issueDate)
  const nominal = nominalDates(terms).filter((date) => date > issue)
  const day = terms.paymentDay ?? civil(issue).day
  const shifts = terms.nonWorkingDays === 'SHIFT'
  const ends = nominal.map((date) => (shifts ? nextWorkingDay(date, isWorking) : date))
  const interestOnly = (index: number, firstEnd: Day) =>
    index < terms.interestOnlyMonths || (index === 0 && firstIsInterest(terms, firstEnd))
  return ends.map((end, index) => ({
    start: ends[index - 1] ?? issue,
    end,
    due: nextWorkingDay(end, isWorking),
    // The month of issue is whole only when it was issued on the payment day.
    whole: index > 0 || (terms.interestPeriod === 'PAYMENT_DAY' && day === civil(issue).day),
    interestOnly: index < ends.length - 1 && interestOnly(index, ends[0] ?? end),
  }))
}
