import { type CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { TermCode } from '@ipoteka-office/contract/parameters/terms.ts'
import type { Machine, Transition } from '@ipoteka-office/contract/machines/machine.ts'
import type { Actor } from '#lib/actor.ts'
import { isVeiledFrom } from '#lib/shown-stages.ts'

/** Whether the person holds an operation on cases of the type. */
export const holds = (actor: Pick<Actor, 'operations'>, type: CaseType, operation: string): boolean =>
  actor.operations[caseTypes[type].object]?.includes(operation) ?? false

/** The way out of a stage by an action. */
export const transitionOf = (type: CaseType, stage: string, action: string): Transition | undefined =>
  machines[type].transitions.find((t) => t.from === stage && t.action === action)

/** Whether nothing leads out of the stage. */
export const isFinal = (type: CaseType, stage: string): boolean =>
  machines[type].states[stage]?.final ?? false

/** Whether the case ends in the stage with a loan. */
export const isLent = (type: CaseType, stage: string): boolean =>
  isFinal(type, stage) && machines[type].states[stage]?.commits === true

/** Ways out of a stage that this person may go as far as their rights are concerned; out of a veiled one none. */
export const openTo = (
  actor: Pick<Actor, 'operations' | 'isAhml'>,
  type: CaseType,
  stage: string,
): Transition[] => {
  if (isVeiledFrom(actor, type, stage)) return []
  return machines[type].transitions.filter(
    (t) => t.from === stage && t.by !== 'SYSTEM' && t.by.some((operation) => holds(actor, type, operation)),
  )
}

/** What happens by itself to a case that has entered a stage. */
export const timersOf = (
  machine: Machine,
  stage: string,
): { action: string; after: TermCode; since: string; endsWithDecision: boolean }[] =>
  machine.transitions.flatMap(({ from, action, by, after, since, endsWithDecision = false }) =>
    from === stage && by === 'SYSTEM' && after !== undefined
      ? [{ action, after, since: since ?? stage, endsWithDecision }]
      : [],
  )
