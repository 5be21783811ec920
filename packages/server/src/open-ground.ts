import type pg from 'pg'
import type { Logger } from 'pino'
import { caseEngine } from './case-behaviours.ts'
import type { Config } from './config.ts'
import { type Database, type Db, openDatabase } from './db/database.ts'
import { checkPooler } from './db/pooler.ts'
import type { Engine } from './features/cases/engine/engine.ts'
import { ParameterReader } from './features/parameters/parameter-reader.service.ts'
import { openRecogniser, type Recogniser } from './features/recognition/recogniser.ts'
import { ReferenceReader } from './features/references/reference-reader.service.ts'
import { openFileGate } from './files/open-gate.ts'
import { openFileStore } from './files/open-store.ts'
import type { FileStore } from './files/file-store.ts'
import type { FileGate } from './files/receive.ts'
import { connected } from './integrations/connected.ts'
import type { ErrorReporter } from './integrations/error-reports/error-reporter.ts'
import { reporterOf } from './integrations/error-reports/reporter-of.ts'
import type { IdentityAdmin } from './integrations/identity/identity-admin.ts'
import { openIdentityAdmin } from './integrations/identity/open-identity-admin.ts'
import { ServiceAnswers } from './integrations/service-answers.ts'
import { type BankClock, systemClock } from './lib/bank-time.ts'

/** What to serve with, and where to say how each thing that was started is stopped. */
export interface Serving {
  readonly config: Config
  readonly connectionString: string
  readonly log: Logger
  readonly started: { add(closing: () => void | Promise<void>): void }
  onError(error: unknown): void
}

/** What people are served with and jobs are done with alike. */
export interface Ground extends Omit<Serving, 'config'> {
  readonly db: Db
  readonly pool: pg.Pool
  /** A database without query timeouts: exports and seals take their time. */
  readonly slow: Db
  readonly files: FileStore
  readonly gate: FileGate
  readonly clock: BankClock
  readonly references: ReferenceReader
  readonly parameters: ParameterReader
  readonly engine: Engine
  readonly recogniser: Recogniser
  /** Null: accounts are not kept from here. */
  readonly identity: IdentityAdmin | null
  readonly reporter: ErrorReporter | null
  readonly modes: ReturnType<typeof connected>
  readonly answers: ServiceAnswers
  /** The client of a service, whose answers are noted where it is a real one. */
  noted<T extends object>(service: keyof ReturnType<typeof connected>, client: T): T
}

/** Opens what every process stands on, whatever it does. */
/** The database as people ask it: by way of a pooler where the bank has one. */
async function openForPeople({
  config: { poolerUrl, databasePoolSize: poolSize },
  connectionString,
  log,
  onError,
}: Omit<Serving, 'started'>): Promise<Database> {
  if (poolerUrl === undefined) return openDatabase({ connectionString, poolSize, onError })
  const pooler = await checkPooler(poolerUrl)
  if (pooler === 'unnamed')
    log.warn(
      'PgBouncer не помнит имён выражений (нужна версия 1.21 и max_prepared_statements больше нуля): каждый запрос разбирается заново',
    )
  return openDatabase({ connectionString: poolerUrl, poolSize, pooler, onError })
}

export async function openGround({
  config,
  connectionString,
  started,
  log,
  ...given
}: Serving): Promise<Ground> {
  const reporter = reporterOf(config, (message) => log.warn(message))
  const onError = (error: unknown) => {
    reporter?.report(error, 'background')
    given.onError(error)
  }
  const clock = systemClock(config.bankTimeZone)
  const { db, pool, close } = await openForPeople({ config, connectionString, log, onError })
  started.add(close)
  const slow = openDatabase({ connectionString, poolSize: 4, queryTimeout: 0, onError })
  started.add(slow.close)
  const files = openFileStore(config.store)
  await files.check()
  const gate = openFileGate(config, files, onError)
  started.add(() => gate.close())

  const answers = new ServiceAnswers()
  const modes = connected(config)
  const noted: Ground['noted'] = (service, client) =>
    modes[service] === 'REAL' ? answers.watching(service, client) : client
  const admin = openIdentityAdmin(config, slow.db)

  const references = new ReferenceReader({ db, connectionString, clock, onError })
  await references.start()
  started.add(() => references.close())
  const parameters = new ParameterReader({ db, connectionString, onError })
  await parameters.start()
  started.add(() => parameters.close())
  return {
    connectionString,
    log,
    started,
    onError,
    db,
    pool,
    slow: slow.db,
    files,
    gate,
    clock,
    references,
    parameters,
    engine: caseEngine({ clock, references, parameters }),
    recogniser: openRecogniser({ tesseract: config.tesseractPath }),
    identity: admin && noted('IDENTITY', admin),
    reporter,
    modes,
    answers,
    noted,
  }
}
