import { randomBytes } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import pg from 'pg'
import type { Db } from '#db/database.ts'

/** The connection string with another database. */
export function templateUrl(url: string, database: string): string {
  const [address = '', query] = url.split('?')
  const base = address.slice(0, address.lastIndexOf('/'))
  return `${base}/${database}${query === undefined ? '' : `?${query}`}`
}

/** Runs the work on a connection of the server's owner. */
export async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  admin.on('error', () => undefined)
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** From PostgreSQL 18 on the system may copy the files itself, which takes a third of the time. */
const letSystemCopy = `
  SELECT set_config('file_copy_method', 'clone', false) FROM pg_settings
  WHERE name = 'file_copy_method' AND 'clone' = ANY (enumvals)`

/** A database of its own for a test file. Copied as files: through the log it takes five times as long. */
export async function copyTemplate(
  url: string,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const create = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`
  await withAdmin(url, async (admin) => {
    await admin.query(letSystemCopy)
    await admin.query(create)
    // Not every file system lets it.
  }).catch(() => withAdmin(url, (admin) => admin.query(create)))
  return {
    url: templateUrl(url, name),
    drop: () =>
      withAdmin(url, async (admin) => {
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      }),
  }
}

/** How many statements the work asks of the database, with what the work answers. */
export async function statementsOf<T>(
  db: Db,
  work: (db: Db) => Promise<T>,
): Promise<{ statements: number; answer: T }> {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const answer = await work(db.withPlugin(counter))
  return { statements, answer }
}
