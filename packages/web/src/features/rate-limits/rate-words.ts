import { limitText, pointsText } from '@ipoteka-office/contract/rate-limits/points.ts'
import { type VerdictState } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import type { Tone } from '#ui/tag.tsx'
import { emptyValue } from '#lib/format.ts'

/** How a deal stands to its limit, as it is coloured. */
export const verdictTones: Readonly<Record<VerdictState, Tone>> = {
  FITS: 'green',
  NEAR: 'amber',
  ABOVE: 'red',
  FREE: 'neutral',
  NO_FIGURES: 'amber',
  NO_CATEGORY: 'amber',
  UNKNOWN: 'neutral',
}

/** A percent of three digits, or the sign of none. */
export const percentOf = (value: string | null): string => (value === null ? emptyValue : limitText(value))
export const marginOf = (value: string | null): string => (value === null ? emptyValue : pointsText(value))
