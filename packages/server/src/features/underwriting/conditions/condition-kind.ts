import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ConditionOwner } from '@ipoteka-office/contract/underwriting/conditions/condition-kinds.ts'
import {
  conditionGuards,
  conditionMachine,
} from '@ipoteka-office/contract/underwriting/conditions/condition-machine.ts'
import type { ConditionClearer } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { type RecordAsk, type RecordKind, recordKind } from '#features/machines/record-kind.ts'
import { type ConditionRow, writeCondition } from './conditions.repo.ts'

/** A condition and, where it is answered, with which documents. */
export type Moved = ConditionRow & { readonly given?: readonly number[] }
type Ask = RecordAsk<Moved>

const ownerOperations: Readonly<Record<ConditionOwner, readonly string[]>> = {
  PARTNER: ['Send'],
  CLIENT: ['Send'],
  UNDERWRITER: ['Underwrite'],
  LAWYER: ['CheckRealty', 'Underwrite'],
}
const clearerOperations: Readonly<Record<ConditionClearer, readonly string[]>> = {
  UNDERWRITER: ['Underwrite', 'ControlDecision'],
  HEAD: ['ControlDecision'],
}
const ofBank: ReadonlySet<ConditionOwner> = new Set(['UNDERWRITER', 'LAWYER'])

const holdsAny = ({ actor, record: { caseType } }: Ask, operations: readonly string[]): boolean =>
  actor !== null && operations.some((operation) => holds(actor, caseType, operation))

/** Conditions of decisions: moved by their machine alone, with the rights on the cases of the type. */
const kindOf = (type: CaseType): RecordKind<Moved> =>
  recordKind<Moved>()(conditionMachine, {
    code: 'case_condition',
    object: caseTypes[type].object,
    ofWhat: 'условия',
    guardNames: conditionGuards,
    keyOf: ({ id }) => ({ id }),
    stateOf: ({ state }) => state,
    createdAt: ({ createdAt }) => createdAt,
    guards: {
      owner: (ask: Ask) => {
        const { owner } = ask.record
        const isOurs = !ofBank.has(owner) || ask.actor?.isAhml === true
        return isOurs && holdsAny(ask, ownerOperations[owner])
          ? null
          : 'Отвечает тот, кому поставлено условие'
      },
      clearer: (ask: Ask) =>
        ask.actor?.isAhml === true && holdsAny(ask, clearerOperations[ask.record.clearer])
          ? null
          : 'Снимает сотрудник банка, которому это поручено',
      above: (ask: Ask) =>
        ask.actor?.isAhml === true && holdsAny(ask, ['ControlDecision'])
          ? null
          : 'Без выполнения условие снимает тот, кто контролирует решения',
    },
    async write({ db, record: { id, given = [] }, action, to, actor, clock, comment }) {
      await writeCondition(db, id, {
        state: to,
        ...(action === 'respond' &&
          actor !== null && {
            answer: { text: comment ?? '', by: actor.employeeId, at: clock.now(), papers: given },
            verdict: null,
          }),
        ...(action !== 'respond' && action !== 'review' && { verdict: comment }),
        isReturned: action === 'return',
      })
    },
  })

const kinds = new Map<CaseType, RecordKind<Moved>>()

/** The kind of the conditions of cases of a type. */
export function conditionKind(type: CaseType): RecordKind<Moved> {
  const kind = kinds.get(type) ?? kindOf(type)
  kinds.set(type, kind)
  return kind
}
