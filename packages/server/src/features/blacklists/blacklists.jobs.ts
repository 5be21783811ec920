import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import { endOldEntries } from './ends.service.ts'

interface Parts {
  readonly db: Db
  readonly bank: BankFigures
}

/** Ends entries by the day, and destroys what has been kept long enough. */
export const blacklistJobs = ({ db, bank }: Parts): Job[] => [
  job(
    'blacklist-days',
    turn(() => endOldEntries(db, bank)),
    // The bank's midnight is one of these; the others make up for a server that was down then.
    { schedule: '25 * * * *', atStart: true },
  ),
]
