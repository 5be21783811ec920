import { type Job, job, turn } from '#jobs/job.ts'
import { type ArchiveParts, keepMonths } from './archives.service.ts'

/** Keeps the journal by months: places for those to come, files for those that are old enough. */
export const accessLogJobs = (parts: ArchiveParts): Job[] => [
  job(
    'access-log-months',
    turn(() => keepMonths(parts)),
    { schedule: '50 3 * * *', atStart: true },
  ),
]
