import { caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { topics } from '@ipoteka-office/contract/live.ts'

/** What tells that those who decide, or the work that they have, are not what they were. */
export const staffTopics: readonly string[] = [
  topics.underwriters,
  ...caseTypesWith(({ questions }) => questions !== undefined).map(topics.cases),
]
