import { trimEndOf } from '@ipoteka-office/contract/common/trim-ends.ts'
import { groupDecimal, groupThousands } from '@ipoteka-office/contract/common/digits.ts'

/** A count as people read it: «12 480». The first formatter of `Intl` costs a page 30 ms, which a count is not worth. */
export function formatCount(count: number): string {
  if (!Number.isSafeInteger(count)) return count.toLocaleString('ru-RU')
  return (count < 0 ? '−' : '') + groupThousands(String(Math.abs(count)))
}

/** What an amount's field holds, grouped: «6480000,00» → «6 480 000,00». */
export const groupMoney = (held: string): string => groupDecimal(held.replace(',', '.'))

/** Digits after the comma without the zeros that say nothing: «1000» → «1», «0000» → «». */
export const withoutLastZeros = (fraction: string): string => trimEndOf(fraction, /0/)
