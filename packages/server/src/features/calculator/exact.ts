import { trimEndOf } from '@ipoteka-office/contract/common/trim-ends.ts'

/** Exact sums: a decimal text as a whole number of its smallest units, fractions of them as two whole numbers. */

/** A sum of kopecks, or a rate, or a share, that need not be whole. */
export interface Fraction {
  readonly num: bigint
  readonly den: bigint
}

/** Digits of a whole number that an ordinary number holds whatever they are. */
const mostDigits = 15
const decimal = /^-?\d+(?:\.\d+)?$/

/** The units of a short decimal as an ordinary number; null: it is long, or none, or has too many digits. */
function shortUnits(text: string, scale: number): number | null {
  if (text.length + scale > mostDigits || !decimal.test(text)) return null
  const point = text.indexOf('.')
  if (point === -1) return Number(text) * 10 ** scale
  const places = text.length - point - 1
  if (places > scale) return null
  return Number(text.slice(0, point) + text.slice(point + 1)) * 10 ** (scale - places)
}

/** `'1234.5'` at scale 2 is 123450n; throws on what is not a decimal or has more digits than the scale. */
export function toUnits(text: string, scale: number): bigint {
  const short = shortUnits(text, scale)
  if (short !== null) return BigInt(short)
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) throw new RangeError(`Не число: ${text}`)
  const [, sign, whole = '0', part = ''] = match
  const kept = part.length > scale ? trimEndOf(part, /0/) : part
  if (kept.length > scale) throw new RangeError(`Больше ${scale} знаков после запятой: ${text}`)
  const units = BigInt(whole + kept.padEnd(scale, '0'))
  return sign ? -units : units
}

/** 123450n at scale 2 is `'1234.50'`. */
export function fromUnits(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return units < 0n ? `-${text}` : text
}

/** The quotient rounded to the nearest whole number, a half away from zero. */
export function divideHalfUp(num: bigint, den: bigint): bigint {
  const positive = num < 0n === den < 0n
  const a = num < 0n ? -num : num
  const b = den < 0n ? -den : den
  const quotient = (2n * a + b) / (2n * b)
  return positive ? quotient : -quotient
}

/** The sum of two fractions. */
export const addFractions = (a: Fraction, b: Fraction): Fraction =>
  a.den === b.den
    ? { num: a.num + b.num, den: a.den }
    : { num: a.num * b.den + b.num * a.den, den: a.den * b.den }

/** The sum of whole kopecks; by big numbers where ordinary ones would lose a kopeck. */
export function sumKopecks(all: readonly number[]): bigint {
  let sum = 0
  let size = 0
  for (const one of all) {
    sum += one
    size += Math.abs(one)
  }
  return Number.isSafeInteger(size) ? BigInt(sum) : all.reduce((total, one) => total + BigInt(one), 0n)
}
