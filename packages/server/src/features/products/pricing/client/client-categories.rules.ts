import type { Facts } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { categoriesByFacts } from '@ipoteka-office/contract/products/client-categories.ts'
import type { ClientCategory } from '@ipoteka-office/contract/products/product-kinds.ts'

/** How the client of a case stands to the bank, beside what the questionnaire shows. */
export interface ClientStanding {
  /** An earlier case of the same person ended with a loan. */
  readonly isRepeat: boolean
  /** The case has come by a partner, not by the bank itself. */
  readonly isOfPartner: boolean
}

/** Every category that the client of a case is of. */
export const categoriesOf = (facts: Facts, standing: ClientStanding | undefined): ClientCategory[] => [
  ...categoriesByFacts(facts),
  ...(standing?.isRepeat === true ? (['REPEAT'] as const) : []),
  ...(standing?.isOfPartner === true ? (['PARTNER'] as const) : []),
]
