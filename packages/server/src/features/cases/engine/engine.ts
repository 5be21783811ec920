import type { CaseType } from '@ipoteka-office/contract/cases/machines/machines.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'

/** Who moves a case; without an actor it is the system. */
export interface Mover {
  readonly actor: Actor | null
  readonly requestId: string | null
  /** The person speaks for the system: another system's word is handed in by their hand. */
  readonly asSystem?: true
}

/** The system itself: jobs and timers. */
export const bySystem: Mover = { actor: null, requestId: null }

/** A move that has just been written. */
export interface MoveEvent {
  readonly db: Db
  readonly engine: Engine
  readonly caseId: number
  readonly from: string
  readonly to: string
  readonly action: string
  readonly mover: Mover
  readonly reason: string | null
  readonly comment: string | null
  /** Whoever moved the case has written down already what happened. */
  readonly isNoted?: boolean
}

/** What a guard is asked about. */
export interface GuardAsk {
  readonly db: Db
  readonly caseId: number
  readonly mover: Mover
  readonly engine: Engine
}

/** Null when it holds, else why not, in Russian, telling what to do. */
export type Guard = (ask: GuardAsk) => Promise<string | null>

/** What a type of cases adds to its machine. */
export interface CaseBehaviour {
  /** By the codes that the machine names. */
  readonly guards: Readonly<Record<string, Guard>>
  /** Runs in the move's transaction after the stage is written: rows elsewhere, jobs, notifications. */
  readonly moved?: (event: MoveEvent) => Promise<void>
  /** Moves a case on when all that its automatic checks wait for is there; false while something is missing. */
  readonly checksAnswered?: (engine: Engine, db: Db, caseId: number) => Promise<boolean>
  /** Stages in which the questionnaire may be changed. */
  readonly editableStages: readonly string[]
  /** Stages whose tasks are given out by a queue of their own: nobody takes or hands them over from the list of tasks. */
  readonly queuedStages?: readonly string[]
}

/** All that moving a case needs beside the database. */
export interface Engine {
  readonly clock: BankClock
  readonly behaviours: Readonly<Record<CaseType, CaseBehaviour>>
}
