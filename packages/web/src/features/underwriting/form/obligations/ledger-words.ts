import { noValue } from '@ipoteka-office/contract/common/field-texts.ts'
import { sumText } from '@ipoteka-office/contract/common/digits.ts'

/** A sum without empty kopecks. */
export const sumOr = (sum: string | null): string =>
  sum === null ? noValue : sumText(sum.replace(/\.00$/, ''))
