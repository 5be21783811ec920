import type { Db } from '#db/database.ts'
import { type Job, job } from '#jobs/job.ts'
import { remindOfContact } from './contact-attempts.service.ts'

/** Reminds of calls to clients of leads. */
export const leadJobs = ({ db }: { readonly db: Db }): Job[] => [
  job<{ leadId: number; at: string }>('lead-contact', (data) => remindOfContact(db, data)),
]
