import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import type { WrittenQuestionnaire } from './demo-questionnaires.ts'
import type { WrittenCase } from './demo-case-rows.ts'

/** Of a hundred cases that leave a stage, how many go which way. What the system does by itself after a term is not here. */
export type Shares = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Cases of a type in the demo bank. */
export interface DemoType {
  /** Shares of the ways out of each stage. */
  readonly shares: Shares
  /** How many stand in a stage on the day of the start, beside those whom their way has led there. */
  readonly standing: Readonly<Record<string, number>>
  /** How many of the last eighteen months there are beside those that stand; what comes of other cases among them. */
  readonly past: number
  /** Stages in which the system is busy: no made-up case stands there. */
  readonly passing: readonly string[]
  /** The stage in which a case is shown late at each partner; the first one when absent. */
  readonly lateStage?: string
  /** Cases of this type come of those of another that have ended in a stage. */
  readonly comesOf?: { readonly type: CaseType; readonly stage: string }
  /** Some of those whose case of another type came to nothing come back for one of this type. */
  readonly comesBackFrom?: CaseType
  /** Nobody is known but who has called. */
  readonly isAlone?: true
  /** The system approves small sums by itself. */
  readonly approvesSmall?: true
  /** Writes what such cases have beside their head. */
  readonly write?: (db: Db, cases: readonly WrittenCase[]) => Promise<void>
  /** The same where the questionnaire has to be known. */
  readonly writeWithQuestions?: (db: Db, questioned: readonly WrittenQuestionnaire[]) => Promise<void>
}

/** The check of the set, of every application with a questionnaire. */
export const reviewShares = {
  FILLING: { submit: 93, refuseByClient: 7 },
  DOCS_CHECK: { accept: 80, returnForRework: 20 },
  REWORK: { resubmit: 92, refuseByClient: 8 },
} as const satisfies Shares
