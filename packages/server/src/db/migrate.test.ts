import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { templateUrl, withAdmin } from '#testing/test-database.ts'
import { migrate } from './migrate.ts'

describe('a database whose owner is not a superuser', () => {
  const { url } = inject('testDatabase')
  const owner = `bank_${randomBytes(4).toString('hex')}`
  const own = templateUrl(url, owner).replace(/\/\/[^@/]*@/, `//${owner}:secret@`)
  beforeAll(() =>
    withAdmin(url, async (admin) => {
      await admin.query(`CREATE ROLE ${owner} LOGIN PASSWORD 'secret'`)
      await admin.query(`CREATE DATABASE ${owner} OWNER ${owner}`)
    }),
  )
  afterAll(() =>
    withAdmin(url, async (admin) => {
      await admin.query(`DROP DATABASE IF EXISTS ${owner} WITH (FORCE)`)
      await admin.query(`DROP OWNED BY ${owner}`)
      await admin.query(`DROP ROLE ${owner}`)
    }),
  )
  const tables = async () => {
    const client = new pg.Client({ connectionString: own })
    await client.connect()
    try {
      const { rows } = await client.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'",
      )
      return rows[0]?.n ?? 0
    } finally {
      await client.end()
    }
  }

  it('is left as it is until the administrator has given the role, and says what to run', async () => {
    await expect(migrate(own)).rejects.toThrow(`GRANT ipoteka_app TO "${owner}"`)
    expect(await tables()).toBe(0)
    await withAdmin(url, (admin) => admin.query(`GRANT ipoteka_app TO ${owner}`))
    await migrate(own)
    expect(await tables()).toBeGreaterThan(200)
    // The next start asks for nothing more.
    await migrate(own)
  })
})
