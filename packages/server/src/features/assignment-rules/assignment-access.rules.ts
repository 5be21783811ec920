import {
  assignmentPages,
  type AssignmentScope,
  pageOfScope,
} from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import { forbidden } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'

const asked = { read: null, update: 'UpdateDistribution', approve: 'ApproveDistribution' } as const

/** Whether a person changes rules, or puts into force what others wrote. */
export const mayDo = (actor: Actor, scope: AssignmentScope, what: keyof typeof asked): boolean =>
  actor.isAhml &&
  hasAllOperations(actor.operations, assignmentPages[pageOfScope(scope)].needs) &&
  (asked[what] === null || (actor.operations.Admin?.includes(asked[what]) ?? false))

/** Rules are the bank's: people of partners see none of them, whatever rights they hold. */
export function requireScope(actor: Actor, scope: AssignmentScope, what: keyof typeof asked): void {
  if (!actor.isAhml) throw forbidden('Правила назначения ведут и видят сотрудники банка')
  if (!mayDo(actor, scope, 'read')) throw forbidden()
  if (!mayDo(actor, scope, what))
    throw forbidden(
      what === 'approve'
        ? 'Нет права вводить правила назначения в действие'
        : 'Нет права менять правила назначения',
    )
}
