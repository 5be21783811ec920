import { z } from 'zod'
import { Code, Id } from '../../common/scalars.ts'
import { Asked, RegionLimits } from '../version/version-parts.ts'

/** What of a version an application is held by: of the product that it was given, or that its programme is sold as. */
export const ProductTerms = z.object({
  productId: Id,
  versionId: Id,
  number: z.int(),
  name: z.string(),
  limits: z.array(RegionLimits),
  eligibility: z.array(Asked),
})
export type ProductTerms = z.output<typeof ProductTerms>

/** Without `programme` and `region`, of those that are saved; the form asks for what is typed. */
export const TermsQuery = z.object({ programme: Code.optional(), region: Code.optional() })

/** Null: nothing is released for what is asked. */
export const TermsAnswer = z.object({ terms: ProductTerms.nullable() })
