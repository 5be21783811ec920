import type { ObjectType, OperationsMap, RequiredOperations } from './operations.ts'

// The table of all operations stays out: the first page asks what a person may do and needs no labels.
const held = (map: OperationsMap, object: string, operation: string): boolean =>
  map[object]?.includes(operation) ?? false

const pairs = (required: RequiredOperations): [string, string][] =>
  Object.entries(required).flatMap(([object, list]) => (list ?? []).map((o): [string, string] => [object, o]))

/** The basic check of specification 1 §6: every required operation of every type is held. */
export const hasAllOperations = (map: OperationsMap, required: RequiredOperations): boolean =>
  pairs(required).every(([object, operation]) => held(map, object, operation))

/** At least one of the required operations is held. */
export const hasSomeOperation = (map: OperationsMap, required: RequiredOperations): boolean =>
  pairs(required).some(([object, operation]) => held(map, object, operation))

/** The user's operations on the named types lie within the required ones (and there is at least one). */
export const hasOperationsWithin = (map: OperationsMap, required: RequiredOperations): boolean => {
  const own = Object.keys(required).flatMap((object) =>
    (map[object] ?? []).map((o): [string, string] => [object, o]),
  )
  return (
    own.length > 0 &&
    own.every(([object, operation]) =>
      (required[object as ObjectType] as readonly string[] | undefined)?.includes(operation),
    )
  )
}
