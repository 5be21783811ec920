import { z } from 'zod'
import { IdParam } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'
import { TermsAnswer, TermsQuery } from '../products/eligibility/product-terms.ts'

/** As `getApplicationTerms` of a mortgage: what the product of the type that is saved, or typed, asks for. */
export const getLoanTerms = endpoint({
  method: 'GET',
  path: '/loanApp/:id/terms',
  summary: 'Условия продукта, по которым принимают заявку на кредит',
  access: can('LoanApplication', 'Read'),
  params: z.object({ id: IdParam }),
  query: TermsQuery,
  response: TermsAnswer,
})
