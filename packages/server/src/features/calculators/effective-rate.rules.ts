import type { Day } from '#features/calendar/dates.rules.ts'

/** Three digits beyond those that are shown. */
const precision = 1e-12

/**
 * The effective yearly rate (XIRR, actual days over 365, compound), as a share with nine digits; null without a root.
 * A rate to compare offers by, not a sum that is posted: ordinary numbers hold more digits than it shows.
 */
export function effectiveRate(
  flows: readonly { readonly date: Day; readonly amount: string }[],
): string | null {
  const [first] = flows
  if (!first) return null
  const points = flows.map(({ date, amount }) => ({
    years: (date - first.date) / 365,
    amount: Number(amount),
  }))
  const value = (rate: number) => points.reduce((sum, p) => sum + p.amount / (1 + rate) ** p.years, 0)
  let low = -0.9999
  let high = 1
  while (value(low) * value(high) > 0 && high < 1e6) high *= 2
  if (value(low) * value(high) > 0) return null
  while (high - low > precision * (1 + Math.abs(low))) {
    const middle = (low + high) / 2
    if (value(low) * value(middle) <= 0) high = middle
    else low = middle
  }
  return ((low + high) / 2).toFixed(9)
}
