import { createRemoteJWKSet } from 'jose'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { caseEngine } from './case-behaviours.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import { serveIdentityFiles, serveIdentityScript } from './embedded/identity/browser-files.ts'
import { openIdentity } from './embedded/identity/identity.ts'
import { measureCopies } from './features/backups/backup-age.service.ts'
import { ParameterReader } from './features/parameters/parameter-reader.service.ts'
import { openRecogniser } from './features/recognition/recogniser.ts'
import { startHeartbeat } from './features/system/heartbeat.ts'
import { ReferenceReader } from './features/references/reference-reader.service.ts'
import { openFileGate } from './files/open-gate.ts'
import { openFileStore } from './files/open-store.ts'
import { hostFaultOf } from './http/hosts.ts'
import { findActor, openSession } from './http/session/session.ts'
import { NoAnswer } from './integrations/ask-json.ts'
import { checksOf } from './integrations/auto-checks/checks-of.ts'
import { reportBureausOf } from './integrations/credit-bureaus/bureaus-of.ts'
import { suggestionsOf } from './integrations/dadata/suggestions-of.ts'
import { decisionsOf } from './integrations/decision-engine/decisions-of.ts'
import { reporterOf } from './integrations/error-reports/reporter-of.ts'
import { connected } from './integrations/connected.ts'
import { openIdentityAdmin } from './integrations/identity/open-identity-admin.ts'
import { standInSender } from './integrations/messages/stand-in.ts'
import { insurersOf } from './integrations/insurers/insurers-of.ts'
import { ServiceAnswers } from './integrations/service-answers.ts'
import { bureausOf } from './integrations/self-ban/bureaus-of.ts'
import { startJobs } from './jobs/jobs.ts'
import { allJobs, type JobParts } from './jobs.ts'
import { systemClock } from './lib/bank-time.ts'
import { startLive } from './live/live.ts'
import { allRoutes } from './routes.ts'

/** Requests get this long to finish; open live connections are closed politely before. */
const finishMs = 10_000

/** Connections that may wait to be taken: Node's 511 are too few when everybody comes back at once. */
const backlog = 4_096

/** What to serve with, and where to say how each thing that was started is stopped. */
export interface Serving {
  readonly config: Config
  readonly connectionString: string
  readonly log: Logger
  readonly started: { add(closing: () => void | Promise<void>): void }
  onError(error: unknown): void
}

/** Opens everything that stands on a prepared database, and takes requests. */
export async function serve({ config, connectionString, started, log, ...given }: Serving): Promise<void> {
  const reporter = reporterOf(config, (message) => log.warn(message))
  const onError = (error: unknown) => {
    reporter?.report(error, 'background')
    given.onError(error)
  }
  const clock = systemClock(config.bankTimeZone)
  const { db, pool, close } = openDatabase({ connectionString, poolSize: config.databasePoolSize, onError })
  started.add(close)
  const slow = openDatabase({ connectionString, poolSize: 4, queryTimeout: 0, onError })
  started.add(slow.close)
  const files = openFileStore(config.store)
  await files.check()
  const gate = openFileGate(config, files, onError)
  started.add(() => gate.close())

  const embedded = config.identity.mode === 'embedded'
  const identity = embedded ? await openIdentity({ config, db, log: (line) => log.error(line) }) : null
  started.add(() => identity?.close())
  const keys = identity?.publicKey ?? createRemoteJWKSet(new URL(config.identity.jwksUrl))
  const session = await openSession({ config, db, connectionString, keys, onError })
  started.add(() => session.close())

  const answers = new ServiceAnswers()
  const modes = connected(config)
  /** The client of a service, whose answers are noted where it is a real one. */
  const noted = <T extends object>(service: keyof typeof modes, client: T): T =>
    modes[service] === 'REAL' ? answers.watching(service, client) : client
  const admin = openIdentityAdmin(config, slow.db)
  const identityAdmin = admin && noted('IDENTITY', admin)

  const references = new ReferenceReader({ db, connectionString, clock, onError })
  await references.start()
  started.add(() => references.close())
  const parameters = new ParameterReader({ db, connectionString, onError })
  await parameters.start()
  started.add(() => parameters.close())
  const engine = caseEngine({ clock, references, parameters })

  const recogniser = openRecogniser({ tesseract: config.tesseractPath })
  const onWarning = (message: string, data: unknown) => log.warn({ data }, message)
  const jobs = await startJobs({
    connectionString,
    db: slow.db,
    timeZone: config.bankTimeZone,
    onError,
    onWarning,
    // Silence of an outside service is expected: the job waits for it.
    onFailure: (queue, error) => {
      if (!(error instanceof NoAnswer)) reporter?.report(error, `job ${queue}`)
    },
  })
  started.add(() => jobs.stop())
  const parts: JobParts = {
    db: slow.db,
    gate,
    clock,
    parameters,
    references,
    engine,
    findActor,
    identity: identityAdmin,
    recogniser,
    insurers: noted('INSURERS', insurersOf(config)),
    bureaus: noted('SELF_BAN', bureausOf(config)),
    checks: checksOf(config, answers),
    reportBureaus: noted('CREDIT_REPORTS', reportBureausOf(config)),
    reportKeys: config.creditReports.keys,
    decisions: noted('DECISION_ENGINE', decisionsOf(config)),
    sender: standInSender,
    hasCopies: config.production || config.backup.dir !== null,
    log,
    onError,
  }
  started.add(measureCopies(db))
  for (const job of allJobs(parts)) await job.start(jobs, slow.db)

  const heartbeat = await startHeartbeat({ db, answers, onError })
  started.add(() => heartbeat.stop())

  const { authenticate, ended } = session
  const { publicUrl } = config
  const live = await startLive({
    db,
    connectionString,
    publicUrl,
    authenticate,
    ended,
    onError,
    hostFault: hostFaultOf(config),
  })
  const readiness = {
    live: () => {
      if (!live.state().listening) throw new Error('live updates do not listen')
    },
  }
  const app = await buildApp({
    parameters,
    config,
    db,
    pool,
    session,
    identity,
    readiness,
    reporter,
    routes: allRoutes({
      reportKeys: config.creditReports.keys,
      asksInsurers: insurersOf(config).kind !== 'NONE',
      recogniser,
      suggestions: noted('DADATA', suggestionsOf(config)),
      modes,
      linkUrl: config.qr.linkUrl,
      files,
      gate,
      clock,
      references,
      parameters,
      identity: identityAdmin,
      engine,
      reporter,
    }),
  })
  serveIdentityFiles(app, config)
  serveIdentityScript(app)
  live.attach(app.server)
  started.add(async () => {
    const closed = app.close()
    await live.close()
    const late = setTimeout(() => app.server.closeAllConnections(), finishMs)
    app.server.closeIdleConnections()
    await closed
    clearTimeout(late)
  })
  // The first to stop: connections that end with everything else are no errors.
  started.add(() => reporter?.stop())
  await app.listen({ port: config.port, host: config.host, backlog })
}
