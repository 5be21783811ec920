import { randomBytes } from 'node:crypto'
import pg from 'pg'

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

/** A database of its own for a test file. Copied as files: through the log it takes three times as long. */
export async function copyTemplate(
  url: string,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await withAdmin(url, (admin) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  )
  return {
    url: templateUrl(url, name),
    drop: () =>
      withAdmin(url, async (admin) => {
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      }),
  }
}
