import type { DatedFlow } from './full-loan-cost.rules.ts'

/** Three digits beyond those that are shown. */
const precision = 1e-12
const lowest = -0.9999
const highest = 1e6
/** Where the search begins. */
const usual = 0.1

/**
 * The effective yearly rate (XIRR, actual days over 365, compound), as a share with nine digits; null without a root.
 * A rate to compare offers by, not a sum that is posted: ordinary numbers hold more digits than it shows.
 */
export function effectiveRate(flows: readonly DatedFlow[]): string | null {
  const [first] = flows
  if (!first) return null
  const points = flows.map(({ date, kopecks }) => ({
    years: (date - first.date) / 365,
    amount: kopecks,
  }))
  /** The value at a rate and how steeply it changes there. */
  const at = (rate: number) => {
    let value = 0
    let slope = 0
    for (const { amount, years } of points) {
      const term = amount / (1 + rate) ** years
      value += term
      slope -= (term * years) / (1 + rate)
    }
    return { value, slope }
  }
  const sign = Math.sign(at(lowest).value)
  let high = 1
  while (at(high).value * sign > 0 && high < highest) high *= 2
  if (at(high).value * sign > 0) return null
  return rootBetween({ at, sign, low: lowest, high }).toFixed(9)
}

interface Search {
  readonly at: (x: number) => { readonly value: number; readonly slope: number }
  /** Of the values below the root. */
  readonly sign: number
  readonly low: number
  readonly high: number
}

/** Where the value is zero: by the tangent as long as its steps stay between the ends and halve, else by halves. */
function rootBetween({ at, sign, ...ends }: Search): number {
  let { low, high } = ends
  let x = usual
  let before = high - low
  for (;;) {
    const { value, slope } = at(x)
    if (value * sign > 0) low = x
    else high = x
    const byTangent = x - value / slope
    const isGood = byTangent > low && byTangent < high && Math.abs(byTangent - x) < before / 2
    const next = isGood ? byTangent : (low + high) / 2
    before = Math.abs(next - x)
    if (before <= precision * (1 + Math.abs(x))) return next
    x = next
  }
}
