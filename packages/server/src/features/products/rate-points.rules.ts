import { Decimal } from 'decimal.js'

const Exact = Decimal.clone({ precision: 30, rounding: Decimal.ROUND_HALF_UP })

/** A rate with points added: three digits, as rates are shown. */
export const addPoints = (rate: string, points: string): string => new Exact(rate).plus(points).toFixed(3)

/** Points from one rate to another, with a sign: «+0.250», «-0.100». */
export function pointsBetween(from: string, to: string): string {
  const difference = new Exact(to).minus(from)
  return `${difference.isPositive() ? '+' : ''}${difference.toFixed(3)}`
}
