import { readdirSync } from 'node:fs'
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

export type DocumentServerMessage =
  | { readonly kind: 'start'; readonly url: string; readonly port: number; readonly filesDir: string }
  /** What was most since the last time it was asked, and what is open now. */
  | { readonly kind: 'memory' }
export interface DocumentServerStarted {
  readonly token: string
}
export interface MemorySeen {
  readonly now: number
  readonly peak: number
  /** Descriptors of stored files. */
  readonly openFiles: number
}

const sampleMs = 10
let peak = 0
let filesFolder = ''

async function start(url: string, port: number, filesDir: string): Promise<DocumentServerStarted> {
  filesFolder = filesDir
  const config = loadConfig({
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    PORT: String(port),
    DATABASE_URL: url,
    FILES_DIR: filesDir,
    DATA_DIR: `${filesDir}-data`,
  })
  const onError = (error: unknown) => console.error(error)
  const { db, pool } = openDatabase({ connectionString: url, poolSize: config.databasePoolSize, onError })
  const session = await openSession({ config, db, connectionString: url, keys: testKeys, onError })
  const clock = systemClock(config.bankTimeZone)
  const references = new ReferenceReader({ db, connectionString: url, clock, onError })
  await references.start()
  const parameters = new ParameterReader({ db, connectionString: url, onError })
  await parameters.start()
  const files = new DiskStore(filesDir)
  const gate = openFileGate(config, files, onError)
  const routes = allRoutes({
    identity: null,
    files,
    gate,
    clock,
    references,
    parameters,
    linkUrl: config.qr.linkUrl,
  })
  const app = await buildApp({ config, db, pool, session, routes, parameters })
  await app.listen({ port, host: '127.0.0.1' })
  setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, sampleMs)
  const exp = Math.floor(Date.now() / 1_000) + 7_200
  return { token: await signToken({ ...claimsOf(config.identity, 'admin'), exp }) }
}

/** Linux only: elsewhere nothing is told of descriptors. */
async function openFiles(): Promise<number> {
  const { readlink } = await import('node:fs/promises')
  const links = await Promise.all(
    readdirSync('/proc/self/fd').map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((link) => link.startsWith(`${filesFolder}/`)).length
}

async function memory(): Promise<MemorySeen> {
  const seen = { now: process.memoryUsage.rss(), peak, openFiles: await openFiles() }
  peak = seen.now
  return seen
}

answerMessages<DocumentServerMessage>(async (message) =>
  message.kind === 'start' ? start(message.url, message.port, message.filesDir) : memory(),
)
