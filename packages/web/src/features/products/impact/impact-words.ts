import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { ImpactDirection, ImpactPrice } from '@ipoteka-office/contract/products/version-impact.ts'
import { impactDirections } from '@ipoteka-office/contract/products/version-impact.ts'
import { emptyValue, formatPercent, formatRoubles } from '#lib/format.ts'
import { pointsText } from '../points-text.ts'

export const isDirection = (key: unknown): key is ImpactDirection =>
  typeof key === 'string' && Object.hasOwn(impactDirections, key)

/** «20,4 %», or nothing where there is no rate. */
export const rateOf = (rate: string | null): string => (rate === null ? emptyValue : formatPercent(rate, 3))

/** «20,4 %, 52 104,33 ₽ в месяц», or why there is none. */
export const priceOf = ({ rate, reason }: ImpactPrice): string =>
  rate === null ? (reason ?? emptyValue) : rateOf(rate)

export const paymentOf = ({ payment }: ImpactPrice): string =>
  payment === null ? emptyValue : formatRoubles(payment)

/** «+0,25 п.», «0 п.». */
export const pointsOf = (points: string | null): string =>
  points === null ? emptyValue : `${pointsText(points)}\u00a0п.`

/** A signed sum: «+12 000 ₽», «−300 ₽», «0 ₽». */
export function signedRoubles(amount: string): string {
  const sign = compareDecimals(amount, '0')
  const text = formatRoubles(amount.replace('-', ''))
  return sign < 0 ? `−${text}` : sign > 0 ? `+${text}` : text
}
