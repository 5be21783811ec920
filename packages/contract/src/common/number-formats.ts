/**
 * Number helpers of specification 2 §5: what a typed or pasted text becomes in a field of its format.
 * Amounts are decimal texts with a dot, never floats.
 */

const plain = (text: string) =>
  text
    .replace(/[\s\u00a0\u202f₽%]|руб\.?/g, '')
    .replace(/^[−–—]/, '-')
    .replaceAll(',', '.')

/** Sign, whole digits without leading zeros, digits after the point; null when it is no number. */
function parsed(text: string): { minus: string; whole: string; part: string } | null {
  const [, minus = '', whole = '', part = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(plain(text)) ?? []
  if (whole === '' && part === '') return null
  return { minus, whole: whole.replace(/^0+(?=\d)/, '') || '0', part }
}

const isZero = (decimal: string) => !/[1-9]/.test(decimal)

/** A decimal with at most `decimals` digits after the point, the rest cut off; null when it is no number. */
export function toDecimal(text: string, decimals = 2): string | null {
  const found = parsed(text)
  if (found === null) return null
  const part = found.part.slice(0, decimals)
  const value = part === '' ? found.whole : `${found.whole}.${part}`
  return isZero(value) ? value : found.minus + value
}

/** A percent as people write it, with a comma and at most two digits after it: «17,35»; empty when it is no number. */
export const percentText = (text: string, decimals = 2): string =>
  (toDecimal(text, decimals) ?? '').replace('.', ',')

/** Digits alone: «12 345-6» → «123456». */
export const wholeText = (text: string): string => text.replace(/\D/g, '')

/** Of a contract number digits, the dash and the slash stay. */
export const contractNumberText = (text: string): string =>
  text.replace(/[–—−]/g, '-').replace(/[^\d/-]/g, '')

const signOf = (difference: number | bigint): number => (difference < 0 ? -1 : Number(difference > 0))

/** Decimals of at most fifteen digits: as ordinary numbers they keep their order, and are equal only when they are. */
const short = /^-?\d{1,11}(?:\.\d{1,4})?$/

/** A decimal of few digits as an ordinary number that keeps its place among others; null: it has more. */
export const orderedNumber = (decimal: string): number | null =>
  short.test(decimal) ? Number(decimal) : null

/** Compares two decimals as numbers, exactly: negative, 0 or positive. */
export function compareDecimals(one: string, other: string): number {
  if (short.test(one) && short.test(other)) return signOf(Number(one) - Number(other))
  const [a, b] = [parsed(one), parsed(other)]
  if (a === null || b === null) throw new RangeError('Not a decimal')
  const length = Math.max(a.part.length, b.part.length)
  const scaled = ({ minus, whole, part }: typeof a) => BigInt(`${minus}${whole}${part.padEnd(length, '0')}`)
  return signOf(scaled(a) - scaled(b))
}

/** The value, or the most that is allowed: 100 where nothing else is said. */
export const clampMax = (decimal: string, max = '100'): string =>
  compareDecimals(decimal, max) > 0 ? max : decimal

/** The value, or 0 where a negative one has no sense. */
export const positiveOnly = (decimal: string): string => (compareDecimals(decimal, '0') < 0 ? '0' : decimal)
