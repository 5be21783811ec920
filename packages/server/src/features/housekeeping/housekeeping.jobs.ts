import type { Db } from '#db/database.ts'
import { failAbandonedTasks } from '#features/notifications/run-task.service.ts'
import { tidyUploads } from '#features/uploads/uploads.service.ts'
import type { FileGate } from '#files/receive.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import { checkStore } from './store-check.service.ts'
import { sweep } from './sweep.service.ts'

interface Parts {
  readonly db: Db
  readonly gate: FileGate
  readonly onError: (error: unknown) => void
}

/** Throws away what nobody needs any more and compares the file store with the rows. */
export const housekeepingJobs = ({ db, gate, onError }: Parts): Job[] => [
  job(
    'sweep',
    turn(async () => {
      await failAbandonedTasks(db)
      await sweep(db, gate)
      await tidyUploads(db, gate.files)
    }),
    { schedule: '*/10 * * * *' },
  ),
  job(
    'file-check',
    turn(async () => {
      const { missing } = await checkStore(db, gate.files)
      if (missing > 0) onError(new Error(`The file store lacks ${missing} files that rows tell of`))
    }),
    { schedule: '40 * * * *' },
  ),
]
