import { dropOldMarks } from '#features/cases/sections/save-marks.service.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import { remindOfConditions } from './conditions/reminders.service.ts'
import { signalsWork } from './fraud/signals.service.ts'
import { tellHelpIsOver } from './staff/group-help.service.ts'
import { type RunParts, runWork } from './runs/runs.service.ts'

/** Asks the decision engine about applications, looks for signs of fraud in them, reminds of their conditions, tells of help that is over. */
export const underwritingJobs = (parts: RunParts): Job[] => [
  job('decision-run', runWork(parts), { concurrency: 4 }),
  job('fraud-signals', signalsWork(parts), { collapse: 20 }),
  job<{ helpId: number }>('group-help', (data) => tellHelpIsOver(parts.db, data)),
  job(
    'save-marks',
    turn(() => dropOldMarks(parts.db, parts.engine)),
    { schedule: '20 3 * * *' },
  ),
  job(
    'condition-reminders',
    turn(() => remindOfConditions(parts.engine, parts.db)),
    // A morning that a server was down is made up for within the hour.
    { schedule: '35 * * * *' },
  ),
]
