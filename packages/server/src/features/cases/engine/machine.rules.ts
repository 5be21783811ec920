import { type AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { type CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { TermCode } from '@ipoteka-office/contract/parameters/terms.ts'
import type { Machine, Transition } from '@ipoteka-office/contract/machines/machine.ts'
import type { Actor } from '#lib/actor.ts'

/** Whether the person holds an operation on cases of the type. */
export const holds = (actor: Pick<Actor, 'operations'>, type: CaseType, operation: string): boolean =>
  actor.operations[caseTypes[type].object]?.includes(operation) ?? false

/** The way out of a stage by an action. */
export const transitionOf = (type: CaseType, stage: string, action: string): Transition | undefined =>
  machines[type].transitions.find((t) => t.from === stage && t.action === action)

/** Name of a stage; its code when the machine does not know it any more. */
export const stageName = (type: CaseType, stage: string): string =>
  machines[type].states[stage]?.name ?? stage

/** Whether nothing leads out of the stage. */
export const isFinal = (type: CaseType, stage: string): boolean =>
  machines[type].states[stage]?.final ?? false

/** Ways out of a stage that this person may go as far as their rights are concerned. */
export const openTo = (actor: Pick<Actor, 'operations'>, type: CaseType, stage: string): Transition[] =>
  machines[type].transitions.filter(
    (t) => t.from === stage && t.by !== 'SYSTEM' && t.by.some((operation) => holds(actor, type, operation)),
  )

/** A transition as the page shows it. */
export const toAction = (type: CaseType, t: Transition, reasonDisabled: string | null): AllowedAction => ({
  code: t.action,
  label: t.label,
  enabled: reasonDisabled === null,
  reasonDisabled,
  look: t.look ?? 'plain',
  comment: t.comment ?? 'none',
  reasons: t.reasons ?? null,
  toStage: stageName(type, t.to),
})

/** What happens by itself to a case that has entered a stage. */
export const timersOf = (
  machine: Machine,
  stage: string,
): { action: string; after: TermCode; since: string }[] =>
  machine.transitions.flatMap(({ from, action, by, after, since }) =>
    from === stage && by === 'SYSTEM' && after !== undefined
      ? [{ action, after, since: since ?? stage }]
      : [],
  )
