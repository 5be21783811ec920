import { type Day, toDay } from '#features/calendar/dates.rules.ts'
import { divideHalfUp, type Fraction, toUnits } from './exact.ts'
import type { Period } from './schedule-periods.rules.ts'
import type { ScheduleTerms } from './schedule-terms.ts'

/** Digits of a rate after the comma. */
export const rateScale = 6
/** A whole debt in units of a rate: a rate of 100 %. */
export const ratesPerWhole = 100n * 10n ** BigInt(rateScale)

/** A rate in units of `rateScale`, and nearly as a part of the debt a year. */
export interface Rate {
  readonly exact: bigint
  readonly rough: number
}
export const rateOf = (exact: bigint): Rate => ({ exact, rough: Number(exact) / Number(ratesPerWhole) })

/** Years as an exact fraction, and nearly. */
export interface Years extends Fraction {
  readonly rough: number
}
export const yearsOf = ({ num, den }: Fraction): Years => ({ num, den, rough: Number(num) / Number(den) })

/** More than all the roundings on the way to a product of a debt, a rate and years can change of it. */
const doubt = 8 * Number.EPSILON

/**
 * Interest of a debt, both in whole kopecks, rounded half up. Ordinary numbers, which are far quicker, tell it wherever
 * their error is too small to turn the rounding; exact ones tell the others.
 */
export function interestOf(debt: number, rate: Rate, years: Years): number {
  const value = debt * rate.rough * years.rough
  const rounded = Math.floor(value + 0.5)
  if (0.5 - Math.abs(value - rounded) > Math.abs(value) * doubt) return rounded
  return Number(divideHalfUp(BigInt(debt) * rate.exact * years.num, years.den * ratesPerWhole))
}

/** A rate and the first day whose interest is at it. */
export interface RateStep {
  readonly from: Day
  readonly rate: bigint
}

/** The rates of a loan in order of their first day. */
export function rateSteps(terms: ScheduleTerms, periods: readonly Period[]): RateStep[] {
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
export function segments(steps: readonly RateStep[], from: Day, to: Day) {
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
