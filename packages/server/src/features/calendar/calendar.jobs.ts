import type { Db } from '#db/database.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { remindOfNextYear } from './calendar-reminder.service.ts'

interface Parts {
  readonly db: Db
  readonly clock: BankClock
}

/** Reminds of a next year without a decree. */
export const calendarJobs = ({ db, clock }: Parts): Job[] => [
  job(
    'calendar-reminder',
    turn(() => remindOfNextYear(db, clock)),
    { schedule: '30 * * * *' },
  ),
]
