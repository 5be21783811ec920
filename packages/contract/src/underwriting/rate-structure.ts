import { z } from 'zod'
import { keyOf } from '../common/scalars.ts'
import { priceSteps } from '../products/pricing/offers.ts'

/** Of what a rate was made when it was decided. Points are signed decimals that add up to the total: the record keeps them. */
export const RateStructure = z.object({
  product: z.string(),
  /** The release of the product whose price it was. */
  release: z.int(),
  base: z.object({ points: z.string(), source: z.string() }),
  /** Surcharges and rebates that counted. */
  steps: z.array(
    z.object({ kind: keyOf(priceSteps), name: z.string(), points: z.string(), source: z.string() }),
  ),
  total: z.string(),
})
export type RateStructure = z.output<typeof RateStructure>
