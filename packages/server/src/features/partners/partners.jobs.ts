import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import { warnOfAccreditations } from './parts/accreditation-warnings.service.ts'

interface Parts {
  readonly db: Db
  readonly bank: BankFigures
}

/** Warns of accreditations that end soon. */
export const partnerJobs = ({ db, bank }: Parts): Job[] => [
  job(
    'accreditation-warnings',
    turn(() => warnOfAccreditations(db, bank)),
    { schedule: '25 * * * *' },
  ),
]
