import { type Job, job } from '#jobs/job.ts'
import { type RunParts, runWork } from './runs/runs.service.ts'

/** Asks the decision engine about applications. */
export const underwritingJobs = (parts: RunParts): Job[] => [
  job('decision-run', runWork(parts), { concurrency: 4 }),
]
