import { z } from 'zod'
import { IdParam } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { TermsAnswer, TermsQuery } from '../products/eligibility/product-terms.ts'

/**
 * What an application is held by: the terms of the product that it was given, or of the first that its partner is offered of
 * the programme. Without `programme` and `region`, of those that are saved; the form asks for what is typed. Null: nothing is
 * released for the programme.
 */
export const getApplicationTerms = endpoint({
  method: 'GET',
  path: '/fullApp/:id/terms',
  summary: 'Условия продукта, по которым принимают заявку',
  access: signedIn,
  params: z.object({ id: IdParam }),
  query: TermsQuery,
  response: TermsAnswer,
})
