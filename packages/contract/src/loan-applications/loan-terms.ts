import { z } from 'zod'
import { Code, IdParam } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'
import { ProductTerms } from '../products/eligibility/product-terms.ts'

/** As `getApplicationTerms` of a mortgage: what the product of the type that is saved, or typed, asks for. */
export const getLoanTerms = endpoint({
  method: 'GET',
  path: '/loanApp/:id/terms',
  summary: 'Условия продукта, по которым принимают заявку на кредит',
  access: can('LoanApplication', 'Read'),
  params: z.object({ id: IdParam }),
  query: z.object({ programme: Code.optional(), region: Code.optional() }),
  response: z.object({ terms: ProductTerms.nullable() }),
})
