import type { ImpactDirection, ImpactFigure } from '@ipoteka-office/contract/products/version-impact.ts'
import { impactDirections } from '@ipoteka-office/contract/products/version-impact.ts'
import type { Offers, StoredQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { divideHalfUp, fromUnits, toUnits } from '#features/calculator/exact.ts'
import { type Catalogue, indexed, type ReadyProduct } from '../pricing/catalogue.ts'
import { ownRateOf, priceCatalogue } from '../pricing/offers.rules.ts'
import { fromPoints, toPoints } from '../pricing/points.ts'
import type { PricingSetup } from '../pricing/setup.ts'

/** A side of the comparison: the rate, or why there is none. */
export interface Side {
  readonly rate: string | null
  readonly reason: string | null
}

/** The catalogue of one product, with the version in the place of the one that is sold. */
export const withVersion = ({ additions }: Catalogue, product: ReadyProduct): Catalogue =>
  indexed(
    [product],
    additions.filter(
      ({ lending, content: { productIds } }) =>
        lending === product.lending && (productIds.length === 0 || productIds.includes(product.productId)),
    ),
  )

/** The rate alone of the only product of the catalogue: no schedule is drawn, so hundreds of thousands may be asked. */
export function rateBy(catalogue: Catalogue, question: StoredQuestion, setup: PricingSetup): Side {
  const asked = { ...question, detailed: 0, productIds: [] }
  return sideOf(priceCatalogue(catalogue, asked, setup, () => true))
}

/** What the only product of an answer gives. */
export function sideOf({ offers, misfits }: Pick<Offers, 'offers' | 'misfits'>): Side {
  const [offer] = offers
  if (offer !== undefined) return { rate: offer.highest.rate, reason: null }
  const reason = misfits[0]?.reasons.map((one) => one.reason).join('; ') ?? null
  return { rate: null, reason }
}

/** The rate that the client's own decision gave stays whatever the product becomes, as long as the product fits. */
export function keptIndividual(question: StoredQuestion, after: Side): Side {
  const own = ownRateOf(question)
  return own === null || after.rate === null ? after : { ...after, rate: fromPoints(toPoints(own.rate)) }
}

/** Which way the version leads, and by how many points. */
export function directionOf(before: Side, after: Side): { direction: ImpactDirection; points: bigint } {
  if (before.rate === null) return { direction: 'UNKNOWN', points: 0n }
  if (after.rate === null) return { direction: 'MISFIT', points: 0n }
  const points = toPoints(after.rate) - toPoints(before.rate)
  if (points === 0n) return { direction: 'SAME', points }
  return { direction: points > 0n ? 'DEARER' : 'CHEAPER', points }
}

/** A case counted by the version. */
export interface CountedCase {
  readonly caseId: number
  readonly direction: ImpactDirection
  readonly amount: string | null
  readonly before: string | null
  readonly after: string | null
  readonly points: string
  readonly reason: string | null
}

/** Running sums of a direction: kopecks, and kopecks times thousandths of a point. */
export interface Sums {
  readonly count: number
  readonly kopecks: string
  readonly weighted: string
}
export type SumsBy = Readonly<Partial<Record<ImpactDirection, Sums>>>

const none: Sums = { count: 0, kopecks: '0', weighted: '0' }

/** The sums with more cases in them. */
export function withCases(sums: SumsBy, cases: readonly CountedCase[]): SumsBy {
  const next: Partial<Record<ImpactDirection, Sums>> = { ...sums }
  for (const { direction, amount, points } of cases) {
    const now = next[direction] ?? none
    const kopecks = toUnits(amount ?? '0', 2)
    next[direction] = {
      count: now.count + 1,
      kopecks: String(BigInt(now.kopecks) + kopecks),
      weighted: String(BigInt(now.weighted) + kopecks * toPoints(points)),
    }
  }
  return next
}

const hundredPercent = 100_000n

/** The sums as people read them; every direction, in its order. */
export function figuresOf(sums: SumsBy): ImpactFigure[] {
  return (Object.keys(impactDirections) as ImpactDirection[]).map((direction) => {
    const { count, kopecks, weighted } = sums[direction] ?? none
    const [whole, weight] = [BigInt(kopecks), BigInt(weighted)]
    return {
      direction,
      count,
      amount: fromUnits(whole, 2),
      points: whole === 0n || weight === 0n ? null : fromPoints(divideHalfUp(weight, whole)),
      interest: fromUnits(divideHalfUp(weight, hundredPercent), 2),
    }
  })
}
