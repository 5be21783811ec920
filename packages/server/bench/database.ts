import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Db, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { deliverBasics } from '#db/seed/delivery.ts'
import { fillDemoBank } from '#db/seed/fill-demo-bank.ts'
import { seedDemoPartners } from '#features/partners/seed/demo-partners.ts'
import { Chance } from '#db/seed/generator.ts'
import { seedOrganisation } from '#db/seed/organisation.ts'
import { startPostgres } from '#embedded/postgres/start-postgres.ts'
import { installJobs } from '#jobs/install.ts'

const endings = new Set<() => Promise<void>>()

/** Something to be stopped, also when the bench is told to end; answers a function that stops it now. */
export function onEnd(stop: () => Promise<void>): () => Promise<void> {
  const ending = async () => {
    if (endings.delete(ending)) await stop()
  }
  endings.add(ending)
  return ending
}

/** Stops what still runs. */
export const endAll = (): Promise<unknown> =>
  Promise.allSettled([...endings].reverse().map((ending) => ending()))

/** Runs SQL and answers its rows. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** A database of the product that is thrown away afterwards. */
export interface BenchDatabase {
  /** As the owner. */
  readonly url: string
  /** SQL as the owner. */
  sql: Query
  /** Does the work in a transaction that is taken back. */
  rolledBack<T>(work: (sql: Query) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

const queryOf =
  (source: pg.Pool | pg.PoolClient): Query =>
  async <Row extends object>(text: string, values: unknown[] = []) =>
    (await source.query<Row>(text, values)).rows

/** Fills a migrated database. */
type Fill = (db: Db) => Promise<void>

const organisation: Fill = async (db) => {
  await seedOrganisation(db)
  await seedDemoPartners(db, new Chance(1), new Date())
}

/** The whole demo bank, as it is filled by a first start. */
export const demoBank: Fill = async (db) => {
  await deliverBasics(db)
  await fillDemoBank(db, { now: new Date(), timeZone: 'Europe/Moscow', fourEyes: false })
}

/** Starts the embedded PostgreSQL with the product's own settings (fsync on) on a fresh folder, migrated and filled; with the demo organisation unless said otherwise. */
export async function startBenchDatabase(fill: Fill = organisation): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'ipoteka-bench-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres({ dataDir: folder })
  const stop = onEnd(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  const url = postgres.connectionString
  await migrate(url)
  await installJobs(url)
  const { db, close } = openDatabase({ connectionString: url, poolSize: 1, queryTimeout: 0 })
  await fill(db)
  await close()
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  return {
    url,
    sql: queryOf(pool),
    async rolledBack(work) {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        return await work(queryOf(client))
      } finally {
        await client.query('ROLLBACK')
        client.release()
      }
    },
    async stop() {
      await pool.end()
      await stop()
    },
  }
}
