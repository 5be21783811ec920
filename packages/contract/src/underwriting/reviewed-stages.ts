import { type CaseType, machines } from '../cases/types/case-types.ts'

/** Stages in which a review has come to an end without binding the bank. */
const ends: ReadonlySet<string> = new Set(['REJECTED', 'REVOKED', 'EXPIRED', 'CLIENT_REFUSED', 'ARCHIVE'])

/** Whether an application is still looked into here: an approval that was suspended is so still. */
export const isReviewed = (type: CaseType, stage: string): boolean =>
  !ends.has(stage) && machines[type].states[stage]?.commits === undefined

/** All such stages of a type. */
export const reviewedStages = (type: CaseType): string[] =>
  Object.keys(machines[type].states).filter((stage) => isReviewed(type, stage))
