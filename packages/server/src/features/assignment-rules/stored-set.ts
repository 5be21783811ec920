import type { AssignmentContent } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type { AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type { AssignmentState } from '@ipoteka-office/contract/assignment-rules/assignment-machine.ts'
import type { TestSummary } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'

/** A version of a list of rules as it is stored. */
export interface StoredSet {
  readonly id: number
  readonly scope: AssignmentScope
  readonly number: number
  readonly state: AssignmentState
  readonly content: AssignmentContent
  readonly author: PersonRef | null
  readonly contributors: readonly number[]
  readonly createdAt: string
  readonly savedAt: string
  readonly test: TestSummary | null
  readonly testedAt: string | null
  readonly comment: string
  readonly approver: PersonRef | null
  readonly since: string | null
  readonly until: string | null
  readonly beforeId: number | null
  readonly version: number
}
