import { type Job, job, turn } from '#jobs/job.ts'
import { authorityRetroTurn, type AuthorityRetroParts } from './authority-retro.service.ts'

/** Asks open cases about a new version of the authority's list. */
export const complianceJobs = (parts: AuthorityRetroParts): Job[] => [
  job(
    'authority-retro',
    turn(() => authorityRetroTurn(parts)),
    { schedule: '* * * * *', atStart: true },
  ),
]
