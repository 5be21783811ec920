import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { seedOrganisation } from '#db/seed/organisation.ts'
import { startTestPostgres } from '#embedded/postgres/test-postgres.ts'
import { installJobs } from '#jobs/install.ts'
import { templateUrl, withAdmin } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of the test databases, and the name of the one they are copied from. */
    testDatabase: { readonly url: string; readonly template: string }
    /** Folder where the files of a run share one filled demo bank, see `DemoBank`. */
    demoBankPlace: string
  }
}

/** One server for the run: a throwaway one, or that of SYSTEM_DATABASE_URL (its user may create databases). */
async function startServer({ name }: TestProject): Promise<{ url: string; stop(): Promise<void> }> {
  const given = name === 'server-system-postgres' ? process.env.SYSTEM_DATABASE_URL : undefined
  if (given !== undefined && given !== '') return { url: given, stop: () => Promise.resolve() }
  const server = await startTestPostgres()
  return { url: server.connectionString, stop: () => server.stop() }
}

async function buildTemplate(url: string, template: string): Promise<void> {
  await withAdmin(url, (admin) => admin.query(`CREATE DATABASE ${template}`))
  const own = templateUrl(url, template)
  await migrate(own)
  await installJobs(own)
  const { db, close } = openDatabase({ connectionString: own, queryTimeout: 0 })
  await seedOrganisation(db)
  await close()
  // Every copy has the statistics; nobody gathers them afterwards.
  await withAdmin(own, (admin) => admin.query('ANALYZE'))
}

async function dropDatabases(url: string, template: string): Promise<void> {
  await withAdmin(url, async (admin: pg.Client) => {
    const { rows } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    )
    for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  })
}

/** `npm test` gives a folder that its journeys in the browser take the bank from as well. */
function demoBankPlace(): { place: string; remove(): void } {
  const given = process.env.DEMO_BANK_PLACE
  if (given !== undefined) return { place: given, remove: () => undefined }
  const place = mkdtempSync(join(tmpdir(), 'ipoteka-bank-'))
  // The user of PostgreSQL goes through it to the data.
  chmodSync(place, 0o755)
  return { place, remove: () => rmSync(place, { recursive: true, force: true }) }
}

/** Starts the database server of the tests and makes the database that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = `ipoteka_test_${process.pid}`
  const server = await startServer(project)
  try {
    await buildTemplate(server.url, template)
  } catch (error) {
    await server.stop()
    throw error
  }
  const bank = demoBankPlace()
  project.provide('testDatabase', { url: server.url, template })
  project.provide('demoBankPlace', bank.place)
  return async () => {
    bank.remove()
    await dropDatabases(server.url, template)
    await server.stop()
  }
}
