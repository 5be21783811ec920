import type { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'

/** What a rise makes of the loan. */
export interface RiseOfRate {
  readonly rateBefore: string
  readonly rateAfter: string
  readonly terms: LoanTerms
}
