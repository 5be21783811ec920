import type { Db } from '#db/database.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import { sealHistory } from './seals.service.ts'

/** Seals what has been written. */
export const historyJobs = ({ db }: { readonly db: Db }): Job[] => [
  job(
    'history-seal',
    turn(() => sealHistory(db)),
    { schedule: '*/5 * * * *' },
  ),
]
