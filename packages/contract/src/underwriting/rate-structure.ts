import { z } from 'zod'
import { Code } from '../common/scalars.ts'

/** Of what a rate was made when it was decided. Points are signed decimals that add up to the total: the record keeps them. */
export const RateStructure = z.object({
  product: z.string(),
  /** The release of the product whose price it was. */
  release: z.int(),
  base: z.object({ points: z.string(), source: z.string() }),
  /** Surcharges and rebates that counted; kinds are the codes of `priceSteps`. */
  steps: z.array(z.object({ kind: Code, name: z.string(), points: z.string(), source: z.string() })),
  total: z.string(),
})
export type RateStructure = z.output<typeof RateStructure>
