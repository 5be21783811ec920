import type { Db } from '#db/database.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import type { Engine } from './engine.ts'
import { bringTasksBack } from './tasks/postponed-tasks.service.ts'
import { fireTimers } from './timers.service.ts'

interface Parts {
  readonly db: Db
  readonly engine: Engine
  readonly onError: (error: unknown) => void
}

/** Moves cases and brings tasks back whose time has come. */
export const caseJobs = ({ db, engine, onError }: Parts): Job[] => [
  job(
    'case-timers',
    turn(async () => {
      await fireTimers(engine, db, onError)
      await bringTasksBack(engine, db, onError)
    }),
    { schedule: '* * * * *' },
  ),
]
