import { buildApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { openDatabase } from '#db/database.ts'
import { ParameterReader } from '#features/parameters/parameter-reader.service.ts'
import { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { DiskStore } from '#files/disk-store.ts'
import { openFileGate } from '#files/open-gate.ts'
import { openSession } from '#http/session/session.ts'
import { systemClock } from '#lib/bank-time.ts'
import { allRoutes } from '#routes.ts'
import { claimsOf, signToken, testKeys } from '#testing/test-tokens.ts'
import { answerMessages } from '../processes.ts'
import { recordQueries } from './recording.ts'

/** Starts the product's HTTP server on a port; `record` keeps the statements of the next requests. */
export type RealServerMessage =
  | { readonly kind: 'start'; readonly url: string; readonly port: number; readonly record: boolean }
  | { readonly kind: 'take-recording' }
export interface RealServerStarted {
  /** Of the demo administrator. */
  readonly token: string
  readonly tokens: Readonly<Record<BenchLogin, string>>
}
/** Who calls; not every one is in a bank that is not the demo one. */
const logins = ['admin', 'partner-admin', 'underwriter', 'uw-head', 'security'] as const
export type BenchLogin = (typeof logins)[number]

const recording = recordQueries()

async function start(url: string, port: number, record: boolean): Promise<RealServerStarted> {
  const config = loadConfig({
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    PORT: String(port),
    DATABASE_URL: url,
    WRITES_PER_MINUTE: '10000000',
  })
  const onError = (error: unknown) => console.error(error)
  const { db, pool } = openDatabase({ connectionString: url, poolSize: config.databasePoolSize, onError })
  if (record) recording.watch(pool)
  const session = await openSession({ config, db, connectionString: url, keys: testKeys, onError })
  const clock = systemClock(config.bankTimeZone)
  const references = new ReferenceReader({ db, connectionString: url, clock, onError })
  await references.start()
  const parameters = new ParameterReader({ db, connectionString: url, onError })
  await parameters.start()
  const files = new DiskStore(config.store.filesDir ?? config.dataDir)
  const routes = allRoutes({
    identity: null,
    files,
    gate: openFileGate(config, files, onError),
    clock,
    references,
    parameters,
    linkUrl: config.qr.linkUrl,
  })
  const app = await buildApp({ config, db, pool, session, routes, parameters })
  await app.listen({ port, host: '127.0.0.1' })
  const exp = Math.floor(Date.now() / 1_000) + 7_200
  const signed = logins.map(async (login) => [
    login,
    await signToken({ ...claimsOf(config.identity, login), exp }),
  ])
  const tokens = Object.fromEntries(await Promise.all(signed)) as Record<BenchLogin, string>
  return { token: tokens.admin, tokens }
}

answerMessages<RealServerMessage>(async (message) =>
  message.kind === 'start' ? start(message.url, message.port, message.record) : recording.take(),
)
