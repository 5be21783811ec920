import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import { identityWorker } from './employee-account.service.ts'
import { absenceTick } from './parts/absences.service.ts'
import { warnOfExpiry } from './parts/expiry-warnings.service.ts'

interface Parts {
  readonly db: Db
  readonly bank: BankFigures
  /** Null: accounts are not kept from here. */
  readonly identity: IdentityAdmin | null
}

/** Accounts, absences and papers that end soon. */
export const employeeJobs = ({ db, bank, identity }: Parts): Job[] => [
  job('identity', identityWorker(db, identity)),
  job(
    'absence-tick',
    turn(() => absenceTick(db, bank.clock)),
    // The bank's midnight is one of these; the others make up for a server that was down then.
    { schedule: '*/15 * * * *', atStart: true },
  ),
  job(
    'expiry-warnings',
    turn(() => warnOfExpiry(db, bank)),
    { schedule: '20 * * * *' },
  ),
]
