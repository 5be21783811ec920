import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import { checkShiftStarts, distributeInBackground } from './distribution.service.ts'

interface Parts {
  readonly db: Db
  readonly bank: BankFigures
}

/** Assigns waiting applications, after a change and when somebody's shift begins. */
export function distributionJobs({ db, bank }: Parts): Job[] {
  const distribute = distributeInBackground(bank)
  const lookForShifts = checkShiftStarts(bank.clock)
  return [
    job<{ type: string }>('distribute', ({ type }) => distribute(db, type), { collapse: 100 }),
    job(
      'shift-tick',
      turn(() => lookForShifts(db)),
      { schedule: '* * * * *' },
    ),
  ]
}
