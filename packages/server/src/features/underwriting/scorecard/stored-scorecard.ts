import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import type { ScorecardContent } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import type { ScorecardState } from '@ipoteka-office/contract/underwriting/scorecard/scorecard-machine.ts'

/** A version of the scorecard as it is stored. */
export interface StoredScorecard {
  readonly id: number
  readonly number: number
  readonly title: string
  readonly content: ScorecardContent
  readonly state: ScorecardState
  readonly author: PersonRef
  /** Who has written what it says. */
  readonly contributors: readonly number[]
  readonly createdAt: string
  readonly approver: PersonRef | null
  readonly since: string | null
  readonly until: string | null
  readonly version: number
}
