/**
 * Trimming of given signs. `/[…]+$/` begins anew at every sign of a long run that ends otherwise, which takes minutes on
 * what anybody may send; these look at each sign once. `sign` is a class that matches one sign: `/[. ]/`.
 */

/** The text without such signs at its end. */
export function trimEndOf(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The text without such signs at either end. */
export function trimEndsOf(text: string, sign: RegExp): string {
  const kept = trimEndOf(text, sign)
  let start = 0
  while (start < kept.length && sign.test(kept.charAt(start))) start += 1
  return kept.slice(start)
}

/** A decimal without the zeros that say nothing: `'12.50'` → `'12.5'`, `'3.00'` → `'3'`, `'120'` stays. */
export const withoutEndZeros = (decimal: string): string =>
  decimal.includes('.') ? trimEndOf(trimEndOf(decimal, /0/), /\./) : decimal
