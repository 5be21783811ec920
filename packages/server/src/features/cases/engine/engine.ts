import type { Machine, Transition } from '@ipoteka-office/contract/machines/machine.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ConditionPoint } from '@ipoteka-office/contract/underwriting/conditions/condition-kinds.ts'
import type { ShownDecision } from '@ipoteka-office/contract/underwriting/shown-decision.ts'
import type { Db } from '#db/database.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import type { DatedFigures } from '#features/parameters/parameter-reader.service.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'
import type { CaseRow } from './cases.repo.ts'

/** Who moves a case; without an actor it is the system. */
export interface Mover {
  readonly actor: Actor | null
  readonly requestId: string | null
  /** The person speaks for the system: another system's word is handed in by their hand. */
  readonly asSystem?: true
}

/** The system itself: jobs and timers. */
export const bySystem: Mover = { actor: null, requestId: null }

/** A move that has just been written; `S` are the states of the machine, `A` its actions. */
export interface MoveEvent<S extends string = string, A extends string = string> {
  readonly db: Db
  readonly engine: Engine
  readonly caseId: number
  readonly from: S
  readonly to: S
  readonly action: A
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

/** The card of cases that have no questionnaire, as far as their loan is priced by it. */
export interface CaseCard {
  /** What it says, in the words of a questionnaire; null: nothing has been written. */
  read(db: Db, caseId: number): Promise<QuestionnaireData | null>
  /** Why the loan is not changed at a stage; null: it may be. */
  refusal(stage: string): string | null
  /** Writes what a price has given. */
  writeTerms(
    db: Db,
    caseId: number,
    terms: { readonly programme: string; readonly rate: string },
  ): Promise<void>
}

/** What a type of cases adds to its machine: `S` are its states, `A` its actions. */
interface MachineBehaviour<S extends string, A extends string> {
  /** Runs in the move's transaction after the stage is written: rows elsewhere, jobs, notifications. */
  moved?(event: MoveEvent<S, A>): Promise<void>
  /** Moves a case on when all that its automatic checks wait for is there; false while something is missing. */
  checksAnswered?(engine: Engine, db: Db, caseId: number): Promise<boolean>
  /** Asks again what beside the automatic checks is old or said no; answers of how many. */
  checksRepeated?(db: Db, asked: { caseId: number; actorId: number; now: Date }): Promise<number>
  /** Of a type whose loan is told by its card. */
  readonly card?: CaseCard
  /** Stages in which the questionnaire may be changed. */
  readonly editableStages: readonly S[]
  /** What the history tells of beside the head, the participants and the sections. */
  readonly history?: {
    /** Type of the row in the history that has the case's own id. */
    readonly card?: string
    readonly labels: CardLabels
  }
}

/** How the cases of a type live beside their machine. */
export interface CaseBehaviour extends MachineBehaviour<string, string> {
  readonly machine: Machine
  /** By the codes that the machine names. */
  readonly guards: Readonly<Record<string, Guard>>
}

/** The conditions of a machine, all of them and no other. */
type GuardsOf<B, G extends string> = B & Readonly<Record<Exclude<keyof B, G>, never>>

/** Declares the behaviour of a machine: a stage or a condition that it lacks, or one that is missing, does not compile. */
export const caseBehaviour = <
  const S extends string,
  const A extends string,
  const G extends string,
  B extends Readonly<Record<NoInfer<G>, Guard>>,
>(
  machine: Machine<S, A, G>,
  behaviour: MachineBehaviour<NoInfer<S>, NoInfer<A>> & { readonly guards: GuardsOf<B, NoInfer<G>> },
): CaseBehaviour => ({ ...behaviour, machine })

/** A way that carries a decision out, all of whose conditions hold: the case is still where it was. */
export interface DecidingMove {
  readonly db: Db
  readonly engine: Engine
  readonly row: CaseRow
  readonly transition: Transition
  readonly mover: Mover
  readonly comment: string | null
  /** The code of the reason that the move was given; of what the system decides by itself. */
  readonly reason: string | null
}

/** Writes the decision that a way carries out, in the transaction of the move. */
export type RecordDecision = (move: DecidingMove) => Promise<void>

/** What the engine asks of those who keep the decisions. */
export interface CaseDecisions {
  /** Writes what the system, or another one, decides when it moves a case itself. */
  readonly recordOwn: RecordDecision
  /** The moment at which the decision that a case stands on ends; null where none says so. */
  endOf(engine: Engine, db: Db, caseId: number): Promise<Date | null>
  /** The decision that a case stands on, as everybody who sees the case may know it. */
  shownFor(db: Db, row: CaseRow): Promise<ShownDecision | null>
  /** Why a case does not go past a point of the deal: conditions of its decision that are not met; null: none holds it. */
  waitsFor(db: Db, caseId: number, point: ConditionPoint, mover: Mover): Promise<string | null>
}

/** All that moving a case needs beside the database. */
export interface Engine {
  readonly clock: BankClock
  /** Business figures by the day for which the domain asks them. */
  readonly parameters: DatedFigures
  readonly behaviours: Readonly<Record<CaseType, CaseBehaviour>>
  readonly decisions: CaseDecisions
}
