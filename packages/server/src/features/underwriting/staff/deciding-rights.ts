import {
  type CaseType,
  caseTypes,
  caseTypesWith,
  machines,
} from '@ipoteka-office/contract/cases/types/case-types.ts'
import { operations } from '@ipoteka-office/contract/operations.ts'

/** A right by which decisions are taken. */
export interface DecidingRight {
  readonly object: string
  readonly operation: string
  readonly name: string
}

const operationsOf = (type: CaseType): string[] => [
  ...new Set(
    machines[type].transitions.flatMap(({ by, decides }) =>
      decides === undefined || by === 'SYSTEM' ? [] : [...by],
    ),
  ),
]

const labelOf = (object: string, operation: string): string =>
  (operations as Readonly<Record<string, Readonly<Record<string, string>>>>)[object]?.[operation] ?? operation

/** Every right by which somebody decides on a case, from the machines of the types that are underwritten. */
export const decidingRights: readonly DecidingRight[] = caseTypesWith(
  ({ questions }) => questions !== undefined,
).flatMap((type) => {
  const { object } = caseTypes[type]
  return operationsOf(type).map((operation) => ({ object, operation, name: labelOf(object, operation) }))
})

/** Stages in which people decide, and from which they may send a case back for rework. */
export const decidingStages: readonly string[] = [
  ...new Set(
    caseTypesWith(({ questions }) => questions !== undefined).flatMap((type) =>
      machines[type].transitions.flatMap(({ from, by, decides }) =>
        decides === undefined || by === 'SYSTEM' ? [] : [from],
      ),
    ),
  ),
]
