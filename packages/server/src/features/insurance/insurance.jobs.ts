import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { InsurerClient } from '#integrations/insurers/insurer-client.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import { insuranceDays } from './agreements/expiry.service.ts'
import { insurerWorker } from './agreements/insurer-question.service.ts'

interface Parts {
  readonly db: Db
  readonly bank: BankFigures
  readonly insurers: InsurerClient
}

/** Insurers are asked, and agreements begin and end by their days. */
export const insuranceJobs = ({ db, bank, insurers }: Parts): Job[] => [
  job('insurer-question', insurerWorker({ db, clock: bank.clock, insurers }), { concurrency: 4 }),
  job(
    'insurance-days',
    turn(() => insuranceDays(db, bank)),
    { schedule: '35 * * * *', atStart: true },
  ),
]
