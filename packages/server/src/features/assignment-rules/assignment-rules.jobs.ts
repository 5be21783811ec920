import type { Db } from '#db/database.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { escalate } from './escalations.service.ts'

/** Tells those above of cases that nobody has taken in time. */
export const assignmentJobs = ({ db, clock }: { readonly db: Db; readonly clock: BankClock }): Job[] => [
  job(
    'assignment-escalation',
    turn(() => escalate(db, clock)),
    { schedule: '* * * * *' },
  ),
]
