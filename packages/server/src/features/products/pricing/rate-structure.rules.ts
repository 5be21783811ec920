import type { Offer } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { priceSteps } from '@ipoteka-office/contract/products/pricing/price-steps.ts'
import type { RateStructure } from '@ipoteka-office/contract/underwriting/rate-structure.ts'
import { fromPoints, toPoints } from './points.ts'

/** What is not known counts in the price as it would be worse for the client. */
const isCounted = ({ kind, state, points }: Offer['steps'][number]): boolean =>
  kind !== 'CELL' && (state === 'APPLIED' || (state === 'UNKNOWN' && toPoints(points) > 0n))

/**
 * Of what the rate of a decision is made: the base, every surcharge and rebate of the price that the case had, and where it
 * was decided otherwise the difference as the last of them. The points add up to the rate.
 */
export function structureOf({ product, steps }: Offer, rate: string): RateStructure {
  const base = steps.find(({ kind }) => kind === 'CELL')
  const counted = steps.filter(isCounted).map(({ kind, name, points, source }) => ({
    ...{ kind, name, source },
    points: fromPoints(toPoints(points)),
  }))
  const from = toPoints(base?.points ?? '0')
  const total = toPoints(rate)
  const rest = total - counted.reduce((sum, { points }) => sum + toPoints(points), from)
  return {
    product: product.name,
    release: product.number,
    base: { points: fromPoints(from), source: base?.source ?? '' },
    steps:
      rest === 0n
        ? counted
        : [
            ...counted,
            { kind: 'DECISION' as const, name: priceSteps.DECISION, points: fromPoints(rest), source: '' },
          ],
    total: fromPoints(total),
  }
}
