import { compareDecimals } from '../../common/number-formats.ts'
import type { RegionLimits } from './version-parts.ts'

/** Of the smallest down payments the one of all objects and ways of confirming income, else the smallest; percent. */
export function leastDownPayment({ downPayments }: Pick<RegionLimits, 'downPayments'>): string | null {
  const general = downPayments.find(
    ({ objectTypes, incomeVerifications }) => objectTypes.length === 0 && incomeVerifications.length === 0,
  )
  if (general !== undefined) return general.share
  return downPayments.reduce<string | null>(
    (least, { share }) => (least === null || compareDecimals(share, least) < 0 ? share : least),
    null,
  )
}
