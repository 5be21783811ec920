import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import { cellAt, type RateAxis, sizeOf } from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import type { ProductContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import {
  fromPoints as fromThousandths,
  toPoints as toThousandths,
} from '@ipoteka-office/contract/rate-limits/points.ts'
import {
  type CreditCategory,
  type RateBounds,
  rateVerdict,
  type RateVerdict,
} from '@ipoteka-office/contract/rate-limits/verdict.ts'
import type { IsWorkingDay } from '#features/calendar/dates.rules.ts'
import { partText } from '../pricing/cells.rules.ts'
import { priceOf, termsOf } from '../pricing/payments.rules.ts'
import { fromPoints, toPoints } from '../pricing/points.ts'

/** What the cells of a version are measured by on a day. */
export interface Measure {
  readonly day: string
  readonly lending: Lending
  /** Null: nobody has entered it. */
  readonly keyRate: string | null
  readonly categories: readonly CreditCategory[]
  boundsOf(credit: { readonly amount: string; readonly months: number }): RateBounds
  readonly near: string
  readonly isRequired: boolean
  readonly isWorking: IsWorkingDay
}

/** A loan of a cell that its limit is asked about. */
export interface MeasuredCell {
  readonly place: string
  readonly amount: string
  /** Null: a card has no term. */
  readonly months: number | null
  readonly rate: string
  readonly cost: string | null
  readonly bounds: RateBounds
  readonly verdict: RateVerdict
}

/** Without services the full cost is the rate but for the days of a year: what is so far below the limit is not counted. */
const spareOfDays = '1'

const larger = (one: string, other: string) => (compareDecimals(one, other) >= 0 ? one : other)

/** From which value a part of a number axis begins, and where the next one does; null: to the end. */
function partOf(axes: readonly RateAxis[], parts: readonly number[], code: string) {
  const at = axes.findIndex((axis) => axis.code === code)
  const axis = axes[at]
  const part = parts[at] ?? 0
  if (axis === undefined || axis.kind !== 'NUMBER') return { from: '0', next: null }
  return { from: axis.from[part] ?? '0', next: axis.from[part + 1] ?? null }
}

/** Every cell by the parts of its axes. */
function placesOf(axes: readonly RateAxis[]): number[][] {
  return axes.reduce<number[][]>(
    (places, axis) =>
      places.flatMap((place) => Array.from({ length: sizeOf(axis) }, (_, part) => [...place, part])),
    [[]],
  )
}

/** The sums from which a loan of another category begins, beside the least one: kopecks past the bound. */
function amountsFrom(
  least: string,
  next: string | null,
  most: string,
  categories: readonly CreditCategory[],
) {
  const fits = (amount: string) =>
    compareDecimals(amount, least) >= 0 &&
    compareDecimals(amount, most) <= 0 &&
    (next === null || compareDecimals(amount, next) < 0)
  const starts = categories.flatMap(({ amountAbove }) =>
    amountAbove === null ? [] : [`${amountAbove.split('.')[0]}.01`],
  )
  return [...new Set([least, ...starts].filter(fits))]
}

function monthsFrom(least: number, next: number | null, most: number, categories: readonly CreditCategory[]) {
  const fits = (months: number) => months >= least && months <= most && (next === null || months < next)
  const starts = categories.flatMap(({ monthsAbove }) => (monthsAbove === null ? [] : [monthsAbove + 1]))
  return [...new Set([least, ...starts].filter(fits))]
}

/** The dearest loans of a cell: the smallest and shortest that the product gives, of each category that the cell reaches. */
function loansOf(
  { limits, rate: { matrix } }: ProductContent,
  place: readonly number[],
  categories: readonly CreditCategory[],
): { amount: string; months: number }[] {
  const amount = partOf(matrix.axes, place, 'amount')
  const term = partOf(matrix.axes, place, 'termMonths')
  const loans = limits.flatMap((region) => {
    const amounts = amountsFrom(
      larger(amount.from, region.minAmount),
      amount.next,
      region.maxAmount,
      categories,
    )
    const least = Math.max(Math.ceil(Number(term.from)), region.minMonths)
    const months = monthsFrom(
      least,
      term.next === null ? null : Number(term.next),
      region.maxMonths,
      categories,
    )
    return amounts.flatMap((one) => months.map((of) => ({ amount: one, months: of })))
  })
  return [...new Map(loans.map((loan) => [`${loan.amount} ${loan.months}`, loan])).values()]
}

const hasServices = ({ fees }: ProductContent) => fees.some(({ inFullLoanCost }) => inFullLoanCost)

/** Whether the full cost has to be counted to know where the cell stands. */
function isFarBelow(content: ProductContent, rate: string, { limit }: RateBounds, near: string): boolean {
  if (limit === null || !limit.applies || hasServices(content)) return false
  const spare = toThousandths(near) + toThousandths(spareOfDays)
  return toThousandths(rate) + spare < toThousandths(limit.value)
}

/** Whether the full cost decides anything: where nothing limits it, or it is known to be far below, it is not counted. */
function isCounted(content: ProductContent, rate: string, bounds: RateBounds, near: string): boolean {
  return bounds.limit?.applies === true && !isFarBelow(content, rate, bounds, near)
}

function costOf(
  content: ProductContent,
  loan: { readonly amount: string; readonly months: number; readonly rate: string },
  { day, isWorking }: Measure,
): string | null {
  // What a card costs is stated: what is spent of it, and when it is paid back, nobody knows beforehand.
  if (content.card !== null) return content.card.maxFullCost
  return priceOf(termsOf(content, { ...loan, issueDate: day }, []), isWorking).fullLoanCost
}

const rateOf = (cell: string, { basis }: ProductContent['rate'], keyRate: string | null): string | null => {
  if (basis === 'RATE') return fromPoints(toPoints(cell))
  return keyRate === null ? null : fromPoints(toPoints(keyRate) + toPoints(cell))
}

interface Loan {
  readonly place: string
  readonly amount: string
  readonly months: number
  readonly rate: string
}

/** The loans of every cell, those of one sum and term together, the dearest first. */
function loansByTerms(content: ProductContent, { keyRate, categories, lending }: Measure): Loan[][] {
  const { matrix } = content.rate
  const own = categories.filter((one) => one.lending === lending)
  const loans = placesOf(matrix.axes).flatMap((place): Loan[] => {
    const cell = matrix.cells[cellAt(matrix.axes, place)]
    const rate = cell === null || cell === undefined ? null : rateOf(cell, content.rate, keyRate)
    if (rate === null) return []
    const words = matrix.axes.map((axis, at) => partText(axis, place[at] ?? 0)).join(', ')
    return loansOf(content, place, own).map((loan) => ({ ...loan, place: words, rate }))
  })
  const groups = Map.groupBy(loans, ({ amount, months }) => `${amount} ${months}`)
  return [...groups.values()].map((group) =>
    group.toSorted((one, other) => compareDecimals(other.rate, one.rate)),
  )
}

function measureLoan(
  content: ProductContent,
  { place, amount, months, rate }: Loan,
  measure: Measure,
  isBelow: boolean,
): MeasuredCell {
  const { near, isRequired } = measure
  const isCard = content.card !== null
  const bounds = measure.boundsOf({ amount, months: isCard ? 0 : months })
  const isKnown = !isBelow && isCounted(content, rate, bounds, near)
  const cost = isKnown ? costOf(content, { amount, months, rate }, measure) : null
  // What is not counted is below everything.
  const counted = isKnown ? cost : '0'
  const verdict = rateVerdict({ cost: counted, rate }, bounds, { near, isRequired })
  return {
    ...{ place, amount, rate, cost, bounds },
    months: isCard ? null : months,
    verdict: isKnown ? verdict : { ...verdict, margin: null },
  }
}

/**
 * Every cell of a version beside the limit and the caps of the day. Of loans of one sum and term the full cost grows with the
 * rate: below one that fits nothing is counted.
 */
export function measureCells(content: ProductContent, measure: Measure): MeasuredCell[] {
  return loansByTerms(content, measure).flatMap((loans) => {
    let isBelow = false
    return loans.map((loan) => {
      const cell = measureLoan(content, loan, measure, isBelow)
      isBelow ||= cell.verdict.state === 'FITS'
      return cell
    })
  })
}

/** Why a version may not be released: the worst cell with its figures, and how many others there are. */
export function refusalOfCells(cells: readonly MeasuredCell[]): string | null {
  const refused = cells.filter(({ verdict }) => verdict.refusals.length > 0)
  const [worst] = refused.toSorted((one, other) => marginOf(one) - marginOf(other))
  const [words] = worst?.verdict.refusals ?? []
  if (worst === undefined || words === undefined) return null
  const where = worst.place === '' ? '' : ` Ячейка: ${worst.place}.`
  const more = refused.length > 1 ? ` Всего таких случаев ${refused.length}.` : ''
  return `${words}.${where}${more}`
}

/** What is to be looked at and keeps nobody from a release. */
export const warningsOfCells = (cells: readonly MeasuredCell[]): string[] => [
  ...new Set(cells.flatMap(({ verdict }) => verdict.warnings)),
]

/** What is above comes first, what has no limit to measure by before what surely keeps within it. */
export function marginOf({ verdict: { margin, state } }: MeasuredCell): number {
  if (margin !== null) return Number(fromThousandths(toThousandths(margin)))
  return state === 'FITS' || state === 'FREE' ? Number.POSITIVE_INFINITY : Number.MAX_SAFE_INTEGER
}
