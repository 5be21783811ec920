import { compareDecimals } from '../../common/number-formats.ts'
import type { RegionLimits } from './version-parts.ts'

/**
 * The limits of a region: its own, or those of all the others; null: the product is not sold there. Of a region that is not
 * known the widest: nobody is refused for what may yet turn out well.
 */
export function regionLimits(
  limits: readonly RegionLimits[],
  regionCode: string | null,
): RegionLimits | null {
  if (regionCode === null)
    return limits.toSorted((one, other) => compareDecimals(other.maxAmount, one.maxAmount))[0] ?? null
  const own = limits.find(({ regions }) => regions.includes(regionCode))
  return own ?? limits.find(({ regions }) => regions.length === 0) ?? null
}
