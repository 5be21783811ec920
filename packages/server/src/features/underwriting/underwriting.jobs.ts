import { dropOldMarks } from '#features/cases/sections/save-marks.service.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import { signalsWork } from './fraud/signals.service.ts'
import { type RunParts, runWork } from './runs/runs.service.ts'

/** Asks the decision engine about applications, and looks for signs of fraud in them. */
export const underwritingJobs = (parts: RunParts): Job[] => [
  job('decision-run', runWork(parts), { concurrency: 4 }),
  job('fraud-signals', signalsWork(parts), { collapse: 20 }),
  job(
    'save-marks',
    turn(() => dropOldMarks(parts.db, parts.engine)),
    { schedule: '20 3 * * *' },
  ),
]
