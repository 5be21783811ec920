import type { Db } from '#db/database.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import type { SelfBanClient } from '#integrations/self-ban/self-ban-client.ts'
import { type Job, job } from '#jobs/job.ts'
import { selfBanWorker } from './self-ban.service.ts'

interface Parts {
  readonly db: Db
  readonly engine: Engine
  readonly bureaus: SelfBanClient
}

/** Asks the bureaus about self-bans. */
export const loanApplicationJobs = ({ db, engine, bureaus }: Parts): Job[] => [
  job('self-ban-check', selfBanWorker(db, { engine, client: bureaus }), { concurrency: 4 }),
]
