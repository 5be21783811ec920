import type { Db } from '#db/database.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import { expireOldRequests } from './change-requests.service.ts'

/** Ends requests that nobody has decided in time. */
export const changeRequestJobs = ({ db }: { readonly db: Db }): Job[] => [
  job(
    'role-requests',
    turn(() => expireOldRequests(db)),
    { schedule: '7 * * * *' },
  ),
]
