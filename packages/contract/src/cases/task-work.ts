import type { OperationsMap } from '#operations.ts'
import type { Machine, Transition } from '#machines/machine.ts'
import { type CaseType, caseTypes, machines } from './types/case-types.ts'

// Apart from the kinds themselves: the first page counts tasks and needs no machines.

/** Operations with which one does more with cases of a type than look: those that lead some action of its machine. */
export const workingOperations = (type: CaseType): string[] => [
  ...new Set(machines[type].transitions.flatMap(({ by }) => (by === 'SYSTEM' ? [] : by))),
]

/** Whether a person works with cases of a type. */
export const worksOn = (operations: OperationsMap, type: CaseType): boolean => {
  const held: readonly string[] = operations[caseTypes[type].object] ?? []
  return workingOperations(type).some((one) => held.includes(one))
}

/** Whether a move leads the case on: a person's, to a later phase that is no end, and no refusal. */
export function leadsOn(machine: Machine, { by, from, to, look }: Transition): boolean {
  const phases = Object.keys(machine.phases)
  const place = (stage: string) => phases.indexOf(machine.states[stage]?.phase ?? '')
  if (by === 'SYSTEM' || look === 'danger' || machine.states[to]?.final === true) return false
  return place(to) > place(from)
}
