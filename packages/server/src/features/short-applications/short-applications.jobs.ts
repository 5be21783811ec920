import { type Job, job } from '#jobs/job.ts'
import { type PreDecisionParts, preDecisionWork } from './pre-decisions.service.ts'

/** Asks the decision engine about short applications. */
export const shortApplicationJobs = (parts: PreDecisionParts): Job[] => [
  job('pre-decision', preDecisionWork(parts), { concurrency: 4 }),
]
