import { type Job, job } from '#jobs/job.ts'
import { checksWork } from './auto-checks.service.ts'
import type { ChecksParts } from './check-answers.service.ts'
import { pacedChecksWork } from './paced-checks.service.ts'

/** Asks outside services about the people of an application. */
export const fullApplicationJobs = (parts: ChecksParts): Job[] => [
  job('auto-checks', checksWork(parts), { concurrency: 4 }),
  job('paced-checks', pacedChecksWork(parts), { concurrency: 1 }),
]
