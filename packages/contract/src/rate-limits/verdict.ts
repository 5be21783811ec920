import { fromPoints, limitText, pointsBetween, pointsText, toPoints } from './points.ts'
import { type Quarter, quarterText } from './quarters.ts'

/** A category of the Bank of Russia, with the bounds of its credits: roubles and months, the lower ones passed. */
export interface CreditCategory {
  readonly code: string
  readonly name: string
  readonly lending: string
  readonly amountAbove: string | null
  readonly amountTo: string | null
  readonly monthsAbove: number | null
  readonly monthsTo: number | null
}

/** A credit as its category is found. */
export interface CategorisedCredit {
  readonly lending: string
  readonly amount: string
  readonly months: number
}

const isAbove = (value: number, bound: number | null) => bound === null || value > bound
const isUpTo = (value: number, bound: number | null) => bound === null || value <= bound
const numberOf = (text: string | null) => (text === null ? null : Number(text))

/** The category of a credit; undefined where the bank's dictionary has none for it. */
export const categoryOf = <C extends CreditCategory>(
  categories: readonly C[],
  { lending, amount, months }: CategorisedCredit,
): C | undefined =>
  categories.find(
    (one) =>
      one.lending === lending &&
      isAbove(Number(amount), numberOf(one.amountAbove)) &&
      isUpTo(Number(amount), numberOf(one.amountTo)) &&
      isAbove(months, one.monthsAbove) &&
      isUpTo(months, one.monthsTo),
  )

/** What holds for a contract of a day: the limit of its category and the caps of its programme and agreement. */
export interface RateBounds {
  readonly quarter: Quarter
  readonly category: { readonly code: string; readonly name: string } | null
  readonly limit: { readonly average: string; readonly value: string; readonly applies: boolean } | null
  readonly caps: readonly { readonly rate: string; readonly ground: string }[]
}

export const verdictStates = {
  FITS: 'Не выше предела',
  NEAR: 'У предела',
  ABOVE: 'Выше предела',
  FREE: 'Предел не применяется',
  NO_FIGURES: 'Предел квартала не внесён',
  NO_CATEGORY: 'Категория не определена',
  UNKNOWN: 'ПСК не рассчитана',
} as const
export type VerdictState = keyof typeof verdictStates

export interface RateVerdict {
  readonly state: VerdictState
  /** Points below the limit, negative above it; null where there is no limit to measure by. */
  readonly margin: string | null
  /** Why there can be no contract, with the figures; empty: there can be. */
  readonly refusals: readonly string[]
  readonly warnings: readonly string[]
}

/** What the bounds are asked about. */
export interface PricedContract {
  /** ПСК, percent; null: not counted. */
  readonly cost: string | null
  /** Percent a year; null: not known. */
  readonly rate: string | null
}

const inCategory = ({ category, quarter }: RateBounds) =>
  `${category === null ? '' : `${category.name}, `}${quarterText(quarter)}`

function costVerdict(
  cost: string | null,
  bounds: RateBounds,
  { near, isRequired }: { near: string; isRequired: boolean },
): RateVerdict {
  const none = { margin: null, refusals: [], warnings: [] }
  const { category, limit, quarter } = bounds
  if (limit?.applies === false) return { ...none, state: 'FREE' }
  if (cost === null) return { ...none, state: 'UNKNOWN' }
  if (limit === null) {
    const state = category === null ? 'NO_CATEGORY' : 'NO_FIGURES'
    const words =
      category === null
        ? `Категория кредита для предела ПСК не определена: проверьте справочник «Категория кредита (предел ПСК)»`
        : `Предельная ПСК не внесена: ${inCategory(bounds)}. Внесите её на странице «Контроль предельной ставки»`
    return { ...none, state, refusals: isRequired ? [words] : [], warnings: isRequired ? [] : [words] }
  }
  const margin = pointsBetween(limit.value, cost)
  if (toPoints(margin) < 0n)
    return {
      ...none,
      state: 'ABOVE',
      margin,
      refusals: [
        `ПСК ${limitText(cost)} выше предельной ${limitText(limit.value)} (${inCategory({ ...bounds, quarter })}) ` +
          `на ${pointsText(fromPoints(-toPoints(margin)))}: снизьте ставку или уберите платные услуги`,
      ],
    }
  return { ...none, state: toPoints(margin) <= toPoints(near) ? 'NEAR' : 'FITS', margin }
}

/** Whether a contract keeps within what the law and the agreements of the bank allow on its day, and by how much. */
export function rateVerdict(
  { cost, rate }: PricedContract,
  bounds: RateBounds,
  how: { readonly near: string; readonly isRequired: boolean },
): RateVerdict {
  const verdict = costVerdict(cost, bounds, how)
  const passed =
    rate === null ? [] : bounds.caps.filter((cap) => toPoints(rate) > toPoints(cap.rate)).map((cap) => cap)
  return {
    ...verdict,
    refusals: [
      ...verdict.refusals,
      ...passed.map(
        (cap) =>
          `Ставка ${limitText(rate ?? '0')} выше потолка ${limitText(cap.rate)} (${cap.ground}): снизьте ставку`,
      ),
    ],
  }
}
