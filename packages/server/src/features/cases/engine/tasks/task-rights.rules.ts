import { kindsBeside, taskKinds, type TaskKindDefinition } from '@ipoteka-office/contract/cases/task-kinds.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ObjectType } from '@ipoteka-office/contract/operations.ts'
import type { Actor } from '#lib/actor.ts'

/** Operations of kinds that are of another object than the case. */
const elsewhere: ReadonlyMap<string, ObjectType> = new Map(
  kindsBeside.flatMap((code) => {
    const { operation, object }: TaskKindDefinition = taskKinds[code]
    return object === undefined ? [] : [[operation, object] as const]
  }),
)

/** Of which object the operation of a task is. */
export const objectOfTask = (type: CaseType, operation: string): ObjectType =>
  elsewhere.get(operation) ?? caseTypes[type].object

/** Whether the person holds what a task of a case of the type asks for. */
export const holdsForTask = (
  { operations }: Pick<Actor, 'operations'>,
  type: CaseType,
  operation: string,
): boolean => operations[objectOfTask(type, operation)]?.some((held: string) => held === operation) ?? false
