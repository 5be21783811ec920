import type { TermCode } from '#parameters/terms.ts'
import type { ConditionPoint } from '#underwriting/conditions/condition-kinds.ts'
import type { Deciding } from '#underwriting/decision-kinds.ts'

/** Whom a case waits for while its clock stands. */
export const pauseKinds = { CLIENT: 'ожидание клиента', OUTSIDE: 'ожидание внешней системы' } as const
export type PauseKind = keyof typeof pauseKinds

/** What a person is asked to do while a case stands in a state. */
export interface StageTask {
  readonly title: string
  /** Who may take it: an operation on the object type of the case. */
  readonly operation: string
}

export interface MachineState {
  readonly name: string
  /** Code of the phase that the rail shows. */
  readonly phase: string
  readonly final?: true
  /** The clock of the stage before stands while the case is here. */
  readonly pause?: PauseKind
  /** The parameter that says how long the case may stay. */
  readonly deadline?: TermCode
  readonly task?: StageTask
  /** The bank is bound to lend, or has lent, while the case stands here. */
  readonly commits?: true
  /** Nothing comes of the case while it stands here: what it held for its client, a place of a promotion, is given back. */
  readonly releases?: true
  /**
   * The state is a control of what was done in these states: who has led the case out of one of them by hand, opened it or
   * wrote its questionnaire takes no way out of here.
   */
  readonly controls?: readonly string[]
  /**
   * People of partners see the state as this one, a state of the same machine that names itself here too: nothing of what
   * goes on inside is told to them, and none of them leads the case out of it.
   */
  readonly shownToPartners?: string
}

export interface Transition<S extends string = string, A extends string = string, G extends string = string> {
  readonly from: S
  readonly action: A
  readonly label: string
  readonly to: S
  /** Operations on the case's object type, any of which allows it; `SYSTEM`: no person does it. */
  readonly by: 'SYSTEM' | readonly string[]
  /** Codes of conditions, asked in this order; the first that fails is the reason why not. */
  readonly guards?: readonly G[]
  readonly comment?: 'required' | 'optional'
  /** Dictionary of the reason that must be named. */
  readonly reasons?: string
  /** `SYSTEM` alone: happens by itself when the case has been in the state, or in those of `since`, for as long as the
   * parameter says. */
  readonly after?: TermCode
  /** The state whose entry starts the term of `after`; the present one when absent. */
  readonly since?: S
  /** With `after`: not later than the last day of the decision on which the case stands. */
  readonly endsWithDecision?: true
  readonly look?: 'primary' | 'danger'
  /** Its words are the client's: people of partners read them whoever moved the case. Of other moves of the bank they do not. */
  readonly told?: true
  /** Those who check take the case back to themselves: who goes this way has prepared nothing by it. */
  readonly takesBack?: true
  /** The way leads past this point of the deal: conditions of the decision that are due by then hold it. */
  readonly point?: ConditionPoint
  /** The way carries a decision out: it is closed without the record of one. */
  readonly decides?: Deciding
}

/** How the cases of a type live: the only list of their states, of the ways between them and of the conditions on these. */
export interface Machine<S extends string = string, A extends string = string, G extends string = string> {
  readonly title: string
  readonly initial: S
  /** In the order of the rail. */
  readonly phases: Readonly<Record<string, string>>
  readonly states: Readonly<Record<S, MachineState>>
  readonly transitions: readonly Transition<S, A, G>[]
}

/** Declares a machine; states, actions and conditions are checked against each other by the compiler. */
export const machine = <const S extends string, const A extends string, const G extends string = never>(
  definition: Machine<S, A, G>,
): Machine<S, A, G> => definition

/** Codes of a machine's states. */
export type StateOf<M> = M extends Machine<infer S, infer _A, infer _G> ? S : never
/** Codes of a machine's conditions. */
export type GuardOf<M> = M extends Machine<infer _S, infer _A, infer G> ? G : never
