import { type CaseType, caseTypes } from './types/case-types.ts'
import { type ObjectType, operations } from '../operations.ts'

const reading = ['List', 'Read']
/** What those who prepare a case do with it; the rest of its operations belong to those who check it. */
const preparing = [...reading, 'Create', 'Update', 'Delete', 'ChangeResponsible', 'Send', 'Export']

const but = (type: CaseType, left: readonly string[]): readonly string[] => {
  const object: ObjectType = caseTypes[type].object
  return Object.keys(operations[object]).filter((operation) => !left.includes(operation))
}

/** Operations any of which lets a person write comments: whoever does more than read. */
export const commentOperations = (type: CaseType): readonly string[] => but(type, reading)

/** Operations any of which lets a person make and close remarks: of those who check, where the type has a check. */
export function remarkOperations(type: CaseType): readonly string[] {
  const checks = but(type, preparing)
  return checks.length > 0 ? checks : commentOperations(type)
}

/** Operations any of which lets a person answer remarks. */
export const answerOperations: readonly string[] = ['Update', 'Send']
