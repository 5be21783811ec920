import { operations } from '../operations.ts'
import { type CaseType, caseTypes } from './types/case-types.ts'

// The pages have what this file comes to, computed while they are built: they need no list of all operations for it.

const reading = ['List', 'Read']
/** What those who prepare a case do with it; the rest of its operations belong to those who check it. */
const preparing = [...reading, 'Create', 'Update', 'Delete', 'ChangeResponsible', 'Send', 'Export']

const but = (type: CaseType, left: readonly string[]): readonly string[] =>
  Object.keys(operations[caseTypes[type].object]).filter((operation) => !left.includes(operation))

function remarkOperationsOf(type: CaseType): readonly string[] {
  const checks = but(type, preparing)
  return checks.length > 0 ? checks : but(type, reading)
}

/** A list for each type of cases. */
const ofEach = (of: (type: CaseType) => readonly string[]) =>
  Object.fromEntries((Object.keys(caseTypes) as CaseType[]).map((type) => [type, of(type)])) as Readonly<
    Record<CaseType, readonly string[]>
  >

/** Operations any of which lets a person write comments: whoever does more than read. */
export const commentOperations = ofEach((type) => but(type, reading))

/** Operations any of which lets a person make and close remarks: of those who check, where the type has a check. */
export const remarkOperations = ofEach(remarkOperationsOf)

/** Operations any of which lets a person answer remarks. */
export const answerOperations: readonly string[] = ['Update', 'Send']
