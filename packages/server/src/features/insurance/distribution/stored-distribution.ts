import type { DistributionContent } from '@ipoteka-office/contract/insurance/distribution-content.ts'
import type { Distribution } from '@ipoteka-office/contract/insurance/distributions.ts'

/** A version of a distribution as it is stored. */
export interface StoredDistribution extends Distribution {
  readonly content: DistributionContent
  /** Who has written what it says. */
  readonly contributors: readonly number[]
}
