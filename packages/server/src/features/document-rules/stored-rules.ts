import type { RuleContent, RuleType } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { RuleState } from '@ipoteka-office/contract/document-rules/document-rules.ts'

/** A published version as it lies in the store. */
export interface StoredRevision {
  readonly number: number
  readonly content: RuleContent
  readonly validFrom: string
  readonly validTo: string | null
  readonly comment: string
  readonly publishedAt: string
  readonly publishedBy: string | null
  readonly withdrawnAt: string | null
}

/** A rule with its draft. */
export interface StoredRule {
  readonly id: number
  readonly ruleType: RuleType
  readonly draft: RuleContent | null
  readonly draftFrom: string | null
  readonly draftTo: string | null
  readonly draftAt: string | null
  readonly draftBy: string | null
  readonly deletedAt: string | null
  readonly delivered: boolean
  readonly version: number
}

/** A row of the list before codes get their names. */
export interface ListedRule {
  readonly id: number
  readonly ruleType: RuleType
  readonly state: RuleState
  readonly delivered: boolean
  readonly edited: boolean
  readonly hasDraft: boolean
  readonly content: RuleContent
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly version: number
}
