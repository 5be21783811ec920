import { Decimal } from 'decimal.js'
import { addMonths, civil, type Day, monthsUpTo, wholeMonths } from '#features/calendar/dates.rules.ts'
import { fromUnits, sumKopecks } from './exact.ts'

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

/** A flow of 353-ФЗ art. 6 p. 2.1: what the lender gives is negative, what the borrower pays positive. */
export interface Flow {
  /** Whole ones, and no more than ordinary numbers hold. */
  readonly kopecks: number
  /** Whole base periods since the issue. */
  readonly wholePeriods: number
  /** The rest as a share of the base period. */
  readonly periodShare: PeriodShare
}

/** A part of a period as two whole numbers. */
export interface PeriodShare {
  readonly num: number
  readonly den: number
}

/** A flow on a day, before the base period is known. */
export interface DatedFlow {
  readonly date: Day
  readonly kopecks: number
}

/** The base period: months or days. */
export interface BasePeriod {
  readonly unit: 'MONTH' | 'DAY'
  readonly count: number
}

/** How many base periods a year has: 12 months, otherwise 365 days over its days, a year of them being one. */
export const periodsPerYear = ({ unit, count }: BasePeriod): Decimal =>
  unit === 'MONTH' ? new Exact(12).div(count) : new Exact(365).div(count)

/** Length of a month when a part of one is expressed in days (open point of 353-ФЗ; 30 days unless set). */
export type MonthLength = 'DAYS_30' | 'ACTUAL' | 'YEAR_12'

const lengthOfMonth = (start: Day, rule: MonthLength): PeriodShare => {
  if (rule === 'DAYS_30') return { num: 30, den: 1 }
  return rule === 'ACTUAL' ? { num: addMonths(start, 1) - start, den: 1 } : { num: 365, den: 12 }
}

/** Dated flows as whole base periods and a rest, counted from the day of issue. */
export function toFlows(
  issue: Day,
  flows: readonly DatedFlow[],
  base: BasePeriod,
  monthLength: MonthLength = 'DAYS_30',
): Flow[] {
  return flows.map(({ date, kopecks }) => {
    if (base.unit === 'DAY') {
      const days = date - issue
      const rest = { num: days % base.count, den: base.count }
      return { kopecks, wholePeriods: Math.floor(days / base.count), periodShare: rest }
    }
    const { months, end } = monthsUpTo(issue, date)
    const wholePeriods = Math.floor(months / base.count)
    const start = wholePeriods * base.count === months ? end : addMonths(issue, wholePeriods * base.count)
    const length = lengthOfMonth(start, monthLength)
    const rest = { num: (date - start) * length.den, den: length.num * base.count }
    return { kopecks, wholePeriods, periodShare: rest }
  })
}

/** Nearest standard interval for the mean of intervals that never repeat. */
const meanInterval = (intervals: readonly BasePeriod[]): BasePeriod => {
  const days = intervals.reduce((sum, i) => sum + lengthInDays(i), 0) / intervals.length
  return days >= 28
    ? { unit: 'MONTH', count: Math.max(1, Math.round(days / 30.4)) }
    : { unit: 'DAY', count: Math.max(1, Math.round(days)) }
}

const lengthInDays = ({ unit, count }: BasePeriod) => (unit === 'DAY' ? count : count * 30.4)

const isMonthEnd = (day: Day) => civil(day + 1).day === 1

function interval(from: Day, to: Day): BasePeriod {
  const months = wholeMonths(from, to)
  if (months > 0 && addMonths(from, months) === to) return { unit: 'MONTH', count: months }
  // From the end of a short month to the end of a long one (28.02 → 31.03) is a month too.
  if (isMonthEnd(from) && isMonthEnd(to)) {
    const [a, b] = [civil(from), civil(to)]
    return { unit: 'MONTH', count: (b.year - a.year) * 12 + b.month - a.month }
  }
  return { unit: 'DAY', count: to - from }
}

/** The interval that occurs most often between flows, the shortest of equals (353-ФЗ art. 6 p. 2.2). */
export function basePeriodOf(dates: readonly Day[]): BasePeriod {
  const sorted = [...new Set(dates)].sort((a, b) => a - b)
  const all = sorted.slice(1).flatMap((to, index) => {
    const from = sorted[index]
    return from === undefined ? [] : [interval(from, to)]
  })
  const intervals = all.filter((i) => lengthInDays(i) <= 366)
  if (intervals.length === 0) return { unit: 'MONTH', count: 12 }
  const counts = new Map<string, { interval: BasePeriod; times: number }>()
  for (const i of intervals) {
    const key = `${i.unit}${i.count}`
    counts.set(key, { interval: i, times: (counts.get(key)?.times ?? 0) + 1 })
  }
  const ranked = [...counts.values()].sort(
    (a, b) => b.times - a.times || lengthInDays(a.interval) - lengthInDays(b.interval),
  )
  const [top] = ranked
  if (!top) throw new Error('No interval among intervals')
  return top.times > 1 || intervals.length === 1 ? top.interval : meanInterval(intervals)
}

/** Digits after the comma in the exact part of the search: thirty stay right after the powers of 600 periods. */
const scale = 36
const one = 10n ** BigInt(scale)

interface PlainFlow {
  readonly kopecks: number
  readonly whole: number
  readonly share: number
}

/** The left side of the equation in ordinary numbers, its derivative, and the sum of its terms without their signs. */
interface RoughValue {
  readonly value: number
  readonly slope: number
  readonly size: number
}

function roughValue(flows: readonly PlainFlow[], i: number): RoughValue {
  const discount = 1 / (1 + i)
  let value = 0
  let slope = 0
  let size = 0
  let power = 1
  let whole = 0
  for (const flow of flows) {
    for (; whole < flow.whole; whole += 1) power *= discount
    const simple = 1 + flow.share * i
    const term = (flow.kopecks * power) / simple
    value += term
    size += Math.abs(term)
    slope -= term * (flow.share / simple + flow.whole * discount)
  }
  return { value, slope, size }
}

/** Beyond 5 000 % a period nothing is a loan any more. */
const highestRate = 50
/** Newton's steps end after a few; where rounding makes them hop, halves end them. */
const mostSteps = 60

/** The root between two rates, the value being above zero at the lower one: by Newton's steps, by halves where they leave. */
function rootBetween(flows: readonly PlainFlow[], low: number, high: number): number {
  let [bottom, top, i] = [low, high, low]
  for (let step = 0; step < mostSteps; step += 1) {
    const { value, slope } = roughValue(flows, i)
    if (value > 0) bottom = i
    else top = i
    const byTangent = i - value / slope
    const next = byTangent > bottom && byTangent < top ? byTangent : (bottom + top) / 2
    if (Math.abs(next - i) <= Number.EPSILON * i) return next
    i = next
  }
  return i
}

/** Some fourteen right digits of the smallest positive root, found by going up from zero; null when the sign never changes. */
function roughRoot(flows: readonly PlainFlow[]): number | null {
  if (roughValue(flows, 0).value < 0) return null
  let low = 0
  for (let high = 1e-4; low < highestRate; low = high, high *= 1.25)
    if (roughValue(flows, high).value <= 0) return rootBetween(flows, low, high)
  return null
}

/**
 * How far a rough root may be from the true one: each term is off by as many roundings as its power took, and the sum by as
 * many as it has terms; the slope turns that into a rate. Eight times more than that, for what the slope changes on the way.
 */
function rootError(flows: readonly PlainFlow[], root: number): number {
  const { value, slope, size } = roughValue(flows, root)
  const roundings = flows.length + (flows.at(-1)?.whole ?? 0) + 8
  return (
    (8 * (Math.abs(value) + Number.EPSILON * roundings * size)) / Math.abs(slope) + 8 * Number.EPSILON * root
  )
}

const inOrder = (flows: readonly Flow[]): Flow[] => flows.toSorted((a, b) => a.wholePeriods - b.wholePeriods)

const plain = (flows: readonly Flow[]): PlainFlow[] =>
  flows.map(({ kopecks, wholePeriods, periodShare: { num, den } }) => ({
    kopecks,
    whole: wholePeriods,
    share: num / den,
  }))

/** The value of the equation (kopecks) and its derivative at a rate, all as whole numbers of 1/`one`. */
function exactValue(flows: readonly Flow[], i: bigint): { value: bigint; slope: bigint } {
  const discount = (one * one) / (one + i)
  let value = 0n
  let slope = 0n
  let power = one
  let whole = 0
  for (const { kopecks, wholePeriods: periods, periodShare } of flows) {
    const share = { num: BigInt(periodShare.num), den: BigInt(periodShare.den) }
    for (; whole < periods; whole += 1) power = (power * discount) / one
    const simple = one + (share.num * i) / share.den
    const term = (BigInt(kopecks) * power * one) / simple
    value += term
    const ofShare = share.num === 0n ? 0n : (share.num * one * one) / (share.den * simple)
    slope -= (term * (ofShare + BigInt(periods) * discount)) / one
  }
  return { value, slope }
}

/** Flows that no rate need be sought for: the borrower pays back what was lent and no more. */
const isFree = (flows: readonly Flow[]) => sumKopecks(flows.map(({ kopecks }) => kopecks)) === 0n

/** The rough root with more than twenty right digits: a step of Newton doubles them, and three after the comma are told. */
function exactRoot(ordered: readonly Flow[], rough: number): Decimal | null {
  const near = BigInt(new Exact(rough).times(one.toString()).toFixed(0))
  const { value, slope } = exactValue(ordered, near)
  if (slope === 0n) return null
  return new Exact((near - (value * one) / slope).toString()).div(one.toString())
}

/**
 * The rate of a base period: the smallest positive root of Σ ДП/((1 + e·i)(1 + i)^q) = 0 (353-ФЗ art. 6 p. 2.1).
 * Null when there is none: the borrower pays back less than was lent, or the flows are no loan.
 */
export function periodRate(flows: readonly Flow[]): Decimal | null {
  const ordered = inOrder(flows)
  if (isFree(ordered)) return new Exact(0)
  const rough = roughRoot(plain(ordered))
  return rough === null ? null : exactRoot(ordered, rough)
}

/** How far the flows are from zero at a rate, roubles: what the tests hold against 1e-9. */
export function residual(flows: readonly Flow[], i: Decimal): Decimal {
  const { value } = exactValue(inOrder(flows), BigInt(i.times(one.toString()).toFixed(0)))
  return new Exact(value.toString()).div(one.toString()).div(100)
}

/** Thousandths of a percent a year of a rough root; null where its error might turn the rounding. */
function surePercent(flows: readonly PlainFlow[], root: number, perYear: number): string | null {
  const thousandths = root * perYear * 100_000
  const error = rootError(flows, root) * perYear * 100_000 + 8 * Number.EPSILON * thousandths
  const rounded = Math.floor(thousandths + 0.5)
  const isSure = 0.5 - Math.abs(thousandths - rounded) > error
  return isSure && Number.isSafeInteger(rounded) ? fromUnits(BigInt(rounded), 3) : null
}

/**
 * ПСК in percent a year with three digits, half up; null when the equation has no root. Ordinary numbers tell it wherever
 * their error is too small to turn the third digit; the exact root tells the others.
 */
export function fullLoanCost(flows: readonly Flow[], perYear: Decimal): string | null {
  const ordered = inOrder(flows)
  if (isFree(ordered)) return '0.000'
  const rough = plain(ordered)
  const root = roughRoot(rough)
  if (root === null) return null
  return surePercent(rough, root, perYear.toNumber()) ?? percentOf(exactRoot(ordered, root), perYear)
}

/** The same by the exact root alone: what the tests hold the quick way against. */
export const exactFullLoanCost = (flows: readonly Flow[], perYear: Decimal): string | null =>
  percentOf(periodRate(flows), perYear)

/** More than twenty digits are sure, and the last ones never tell on which side of a half a rate lies. */
const sureDigits = 18

const percentOf = (rate: Decimal | null, perYear: Decimal): string | null =>
  rate && rate.times(perYear).times(100).toDecimalPlaces(sureDigits).toFixed(3, Decimal.ROUND_HALF_UP)
