import type { CaseRemark } from '@ipoteka-office/contract/cases/cases.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Actor } from '#lib/actor.ts'

/** Whether the person has any of the operations on the objects of the case's type. */
export const may = (
  { operations }: Pick<Actor, 'operations'>,
  type: CaseType,
  anyOf: readonly string[],
): boolean => operations[caseTypes[type].object]?.some((operation) => anyOf.includes(operation)) ?? false

export type RemarkChange = 'ANSWER' | 'CLOSE' | 'REOPEN'

const from: Readonly<Record<RemarkChange, readonly CaseRemark['state'][]>> = {
  // An answer may be written anew until it is accepted.
  ANSWER: ['OPEN', 'ANSWERED'],
  CLOSE: ['OPEN', 'ANSWERED'],
  REOPEN: ['ANSWERED', 'CLOSED'],
}
const whyNot: Readonly<Record<RemarkChange, string>> = {
  ANSWER: 'Замечание снято, отвечать на него не нужно',
  CLOSE: 'Замечание уже снято',
  REOPEN: 'Замечание и так открыто',
}

/** Why a remark in this state cannot be changed so; null: it can. */
export const remarkRefusal = (state: CaseRemark['state'], change: RemarkChange): string | null =>
  from[change].includes(state) ? null : whyNot[change]
