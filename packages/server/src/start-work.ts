import type { Config } from './config.ts'
import { checksOf } from './integrations/auto-checks/checks-of.ts'
import { tlsPlaces } from './integrations/certificates/tls-places.ts'
import { reportBureausOf } from './integrations/credit-bureaus/bureaus-of.ts'
import { decisionsOf } from './integrations/decision-engine/decisions-of.ts'
import { NoAnswer } from './integrations/ask-json.ts'
import { findActor } from './http/session/session.ts'
import { insurersOf } from './integrations/insurers/insurers-of.ts'
import { standInSender } from './integrations/messages/stand-in.ts'
import { bureausOf } from './integrations/self-ban/bureaus-of.ts'
import { startJobs } from './jobs/jobs.ts'
import { allJobs } from './jobs.ts'
import type { Ground } from './open-ground.ts'

/** What the queue says of its warning beside the words: numbers and names, no job. */
const scalarsOf = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data ?? {}).filter(([, value]) => typeof value !== 'object' && value !== undefined),
  )

/** Begins to take jobs and to keep the timers. */
export async function startWork(config: Config, ground: Ground): Promise<void> {
  const { connectionString, slow, started, log, reporter, onError, noted } = ground
  const jobs = await startJobs({
    connectionString,
    db: slow,
    timeZone: config.bankTimeZone,
    onError,
    onWarning: (message: string, data: unknown) => log.warn({ queue: scalarsOf(data) }, message),
    // Silence of an outside service is expected: the job waits for it.
    onFailure: (queue, error) => {
      if (!(error instanceof NoAnswer)) reporter?.report(error, `job ${queue}`)
    },
  })
  started.add(() => jobs.stop())
  const all = allJobs({
    ...ground,
    db: slow,
    findActor,
    insurers: noted('INSURERS', insurersOf(config)),
    bureaus: noted('SELF_BAN', bureausOf(config)),
    checks: checksOf(config, ground.answers),
    reportBureaus: noted('CREDIT_REPORTS', reportBureausOf(config)),
    reportKeys: config.creditReports.keys,
    decisions: noted('DECISION_ENGINE', decisionsOf(config)),
    sender: standInSender,
    tlsPlaces: tlsPlaces(config),
    hasCopies: config.production || config.backup.dir !== null,
  })
  for (const job of all) await job.start(jobs, slow)
}
