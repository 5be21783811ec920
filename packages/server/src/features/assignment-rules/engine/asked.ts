import type { ErrorTarget, StoredRule } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type { AssignmentOutcome } from '@ipoteka-office/contract/assignment-rules/assignment-reasons.ts'
import type { AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Looked } from './choosing.rules.ts'

/** A case as the rules look at it. */
export interface Asked {
  /** Null: it is being opened. */
  readonly caseId: number | null
  readonly type: CaseType
  readonly partnerId: number
  readonly regionCode: string | null
  readonly programmeCode: string | null
  readonly amount: string | null
  readonly channel: string | null
  readonly source: string | null
  /** Of the QR code by which it came; null: it came otherwise. */
  readonly campaign: string | null
  readonly isByQr: boolean
  readonly authorId: number | null
  readonly personId: number | null
  readonly clientPhone: string | null
}

/** Cases as they were opened, with what the rules ask of them. */
export interface StoredAsk extends Asked {
  readonly caseId: number
  readonly number: string
  readonly clientName: string
  readonly partnerPath: number[]
  readonly leadersBefore: number[]
  readonly createdAt: Date
  readonly responsibleId: number | null
  readonly workgroupId: number | null
  /** The last one who changed the responsible was a person. */
  readonly isByHand: boolean
}

/** Who was chosen, by which rule and why: all that is kept of an assignment. */
export interface Chosen {
  readonly outcome: AssignmentOutcome
  readonly scope: AssignmentScope
  readonly setId: number | null
  readonly rule: StoredRule | null
  readonly employeeId: number | null
  readonly workgroupId: number | null
  readonly reason: string
  readonly people: readonly Looked[]
  /** Names of rules that fitted and had nobody. */
  readonly passed: readonly string[]
  /** Of a case without takers: where it waits and who is told. */
  readonly errorTarget: ErrorTarget | null
}
