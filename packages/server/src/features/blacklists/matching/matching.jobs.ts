import { type Job, job, turn } from '#jobs/job.ts'
import { retroTurn, type RetroParts } from './retro.service.ts'

/** Tries open cases against entries that have begun or ceased to act. */
export const matchingJobs = (parts: RetroParts): Job[] => [
  job(
    'blacklist-retro',
    turn(() => retroTurn(parts)),
    { schedule: '* * * * *', atStart: true },
  ),
]
