import { totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { prepareBinaries } from './binaries.ts'
import { databaseName, prepareCluster } from './cluster.ts'
import { findPlaces, type Places } from './places.ts'
import { isAlive, type Postmaster, waitFor } from './postmaster.ts'
import { type Address, chooseAddress, findRunning, launchAndWait, shutDown } from './server-process.ts'
import { mayEnter } from './system-user.ts'

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** Of the product's database, as its owner; the address stays the same while the server is restarted. */
  readonly connectionString: string
  /** True when a server that outlived a killed Node was taken over. */
  readonly adopted: boolean
  /** Process id of the postmaster that runs now. */
  pid(): number
  /** Stops it in the fast way and waits for the end. */
  stop(): Promise<void>
}

/** What to start: the folder for everything, where progress lines go, and settings over the defaults. */
export interface PostgresOptions {
  readonly dataDir: string
  readonly log?: (line: string) => void
  readonly settings?: Readonly<Record<string, string>>
}

const megabyte = 1_048_576

/** A sixteenth of the memory that the process may use, from 128 MB to 2 GB: the rest is cached by the system. */
const sharedBuffers = (): string => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return `${Math.round(Math.min(2_048, Math.max(128, memory / megabyte / 16)))}MB`
}

const defaults: Record<string, string> = {
  shared_buffers: sharedBuffers(),
  max_connections: '100',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Statements carry personal data in their parameters: never into the log.
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
}

const watchEvery = 250
const longestPause = 2_000

function urlOf(address: Address, password: string, database: string): string {
  const host = address.socketDir === '' ? '127.0.0.1' : encodeURIComponent(address.socketDir)
  return `postgresql://${databaseName}:${password}@${host}:${address.port}/${database}`
}

async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl, connectionTimeoutMillis: 10_000 })
  // An idle client of a dying server emits this; the query that follows fails with the same reason.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
  } finally {
    await client.end()
  }
}

interface Parts {
  readonly bin: string
  readonly places: Places
  readonly address: Address
  readonly settings: Record<string, string>
  readonly log: (line: string) => void
}

/** Keeps the server running: a full disk makes it stop, and after space is freed it must come back by itself. */
function supervise(parts: Parts, first: Postmaster) {
  let pid = first.pid
  let stopped = false
  const watch = async () => {
    let pause = 100
    while (!stopped) {
      await sleep(watchEvery, undefined, { ref: false })
      if (stopped || isAlive(pid)) continue
      parts.log('PostgreSQL остановилась, запускается снова')
      try {
        pid = (
          (await findRunning(parts.places)) ??
          (await launchAndWait(parts.bin, parts.places, parts.address, parts.settings))
        ).pid
        pause = 100
        parts.log('PostgreSQL снова работает')
      } catch (error) {
        parts.log(error instanceof Error ? error.message : String(error))
        await sleep(pause, undefined, { ref: false })
        pause = Math.min(pause * 2, longestPause)
      }
    }
  }
  const watching = watch()
  return {
    pid: () => pid,
    stop: async () => {
      stopped = true
      await shutDown(parts.bin, parts.places, pid)
      // A restart that was under way when stop was called must not leave a server behind.
      await Promise.race([watching, sleep(watchEvery + 50)])
      await shutDown(parts.bin, parts.places, pid)
    },
  }
}

/** A server that was taken over while somebody was stopping it: it goes away, and another is started. */
async function gone({ pid }: Postmaster): Promise<boolean> {
  return (await waitFor(() => (isAlive(pid) ? null : true), 10_000)) === true
}

async function startOnce(options: PostgresOptions): Promise<EmbeddedPostgres | 'gone'> {
  const log = options.log ?? (() => undefined)
  const settings = { ...defaults, ...options.settings }
  const places = await findPlaces(options.dataDir, log)
  const bin = await prepareBinaries(places.home, (path) => mayEnter(places.user, path))
  const password = await prepareCluster(bin, places)
  const running = await findRunning(places)
  const address = running ?? (await chooseAddress(places))
  if (running) log(`подхвачена работающая PostgreSQL (процесс ${running.pid})`)
  const postmaster = running ?? (await launchAndWait(bin, places, address, settings))
  try {
    await ensureDatabase(urlOf(address, password, 'postgres'))
  } catch (error) {
    if (running !== null && (await gone(running))) return 'gone'
    await shutDown(bin, places, postmaster.pid)
    throw error
  }
  return {
    connectionString: urlOf(address, password, databaseName),
    adopted: running !== null,
    ...supervise({ bin, places, address, settings, log }, postmaster),
  }
}

/** Starts the embedded PostgreSQL in `dataDir`, or takes over the one that runs there, and watches over it. */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  for (;;) {
    const started = await startOnce(options)
    if (started !== 'gone') return started
  }
}
