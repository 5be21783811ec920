import type { Db } from '#db/database.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { watchCopies } from './backup-age.service.ts'

interface Parts {
  readonly db: Db
  readonly clock: BankClock
  /** A stand without a place for copies is not warned of them. */
  readonly hasCopies: boolean
}

/** Warns of a bank without a fresh copy. */
export const backupJobs = ({ db, clock, hasCopies }: Parts): Job[] => [
  job(
    'backup-watch',
    turn(async () => {
      if (hasCopies) await watchCopies(db, clock)
    }),
    { schedule: '20 * * * *' },
  ),
]
