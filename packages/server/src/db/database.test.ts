import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { copyTemplate, withAdmin } from '#testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { prepared } from './prepared.ts'
import { schemaTypes } from './schema-types.ts'
import { setAuthor, writeTransaction } from './transaction.ts'

let copy: { url: string; drop(): Promise<void> }
let bank: Database
beforeAll(async () => {
  const { url, template } = inject('testDatabase')
  copy = await copyTemplate(url, template)
  bank = openDatabase({ connectionString: copy.url, poolSize: 2 })
})
afterAll(async () => {
  await bank.close()
  await copy.drop()
})

const refused = (statement: string) =>
  expect(sql.raw(statement).execute(bank.db)).rejects.toThrow(/permission denied/)

describe('the schema', () => {
  it('is the one that the generated row types describe', async () => {
    const written = await readFile(join(import.meta.dirname, 'schema.gen.ts'), 'utf8')
    expect(await schemaTypes(bank.pool)).toBe(written)
  })

  it('is migrated once, however many instances start at once', async () => {
    await Promise.all([migrate(copy.url), migrate(copy.url), migrate(copy.url)])
    expect(await pendingMigrations(bank.pool)).toEqual([])
  })

  it('of a changed migration is refused by its name', async () => {
    const other = await copyTemplate(inject('testDatabase').url, inject('testDatabase').template)
    await withAdmin(other.url, (admin) =>
      admin.query("UPDATE schema_migration SET checksum = 'x' WHERE name LIKE '002%'"),
    )
    await expect(migrate(other.url)).rejects.toThrow('002-approvers.sql')
    await other.drop()
  })
})

describe('the server’s role', () => {
  it('may read history and not write, change or delete it', async () => {
    await expect(sql`SELECT count(*) FROM change_history`.execute(bank.db)).resolves.toBeDefined()
    await refused('DELETE FROM change_history')
    await refused("UPDATE change_history SET request_id = 'x'")
    await refused(
      "INSERT INTO change_history (object_type, object_id, action, hash) VALUES ('x', 1, 'INSERT', '')",
    )
    await refused('DELETE FROM history_seal')
    await refused('UPDATE assignment SET rule = NULL')
    await refused('TRUNCATE change_history')
  })

  it('may not delete what others refer to, nor change the schema or its own limits', async () => {
    for (const table of ['partner', 'employee', 'approver', 'application', 'reference_item'])
      await refused(`DELETE FROM ${table}`)
    await refused('CREATE TABLE own (id int)')
    await expect(sql.raw('ALTER TABLE change_history DISABLE TRIGGER ALL').execute(bank.db)).rejects.toThrow(
      /must be owner/,
    )
    await expect(sql.raw('DROP TABLE change_history').execute(bank.db)).rejects.toThrow(/must be owner/)
  })
})

describe('history', () => {
  it('is written by the trigger: author, request, changed fields, chained by hash', async () => {
    for (const name of ['Первое имя', 'Второе имя'])
      await writeTransaction(bank.db, { employeeId: 3, requestId: `request-${name}` }, (tx) =>
        tx.updateTable('partner').set({ short_name: name }).where('id', '=', 5).execute(),
      )
    const rows = await bank.db
      .selectFrom('change_history')
      .selectAll()
      .where('object_type', '=', 'partner')
      .where('object_id', '=', 5)
      .orderBy('id')
      .execute()
    const [first, second] = rows.slice(-2)
    expect(second).toMatchObject({ actor_id: 3, request_id: 'request-Второе имя', action: 'UPDATE' })
    expect(second?.old_values).toMatchObject({ short_name: 'Первое имя' })
    expect(second?.new_values).toMatchObject({ short_name: 'Второе имя' })
    expect(second?.prev_hash).toEqual(first?.hash)
    const { rows: wrong } =
      await sql`SELECT h.id FROM change_history h WHERE h.hash <> history_hash(h)`.execute(bank.db)
    expect(wrong).toEqual([])
  })

  it('knows nothing of a save that changed nothing', async () => {
    const count = async () =>
      (await sql<{ n: string }>`SELECT count(*) n FROM change_history`.execute(bank.db)).rows[0]?.n
    const before = await count()
    await sql`UPDATE partner SET short_name = short_name WHERE id = 5`.execute(bank.db)
    expect(await count()).toBe(before)
  })

  it('keeps nobody’s name in a connection that goes back to the pool', async () => {
    await bank.db.transaction().execute((tx) => setAuthor(tx, { employeeId: 7, requestId: 'x' }))
    const { rows } = await sql<{
      actor: string
    }>`SELECT current_setting('app.actor_id', true) AS actor`.execute(bank.db)
    expect(rows[0]?.actor ?? '').toBe('')
  })
})

describe('values', () => {
  it('arrive exactly: big numbers and money as text, dates as dates, moments in UTC', async () => {
    const { rows } =
      await sql`SELECT 9007199254740993::int8 AS big, 0.10::numeric AS money, '2026-03-29'::date AS day,
      '2026-11-20 14:02:00.123+03'::timestamptz AS at, ARRAY['2026-01-01'::date] AS days,
      ARRAY['2026-11-20 00:00+03'::timestamptz] AS moments, '09:30'::time AS time, '{"a": 1}'::jsonb AS json`.execute(
        bank.db,
      )
    expect(rows[0]).toEqual({
      big: '9007199254740993',
      money: '0.10',
      day: '2026-03-29',
      at: '2026-11-20T11:02:00.123Z',
      days: ['2026-01-01'],
      moments: ['2026-11-19T21:00:00Z'],
      time: '09:30:00',
      json: { a: 1 },
    })
  })

  it('of the whole process stay as pg has them', () => {
    expect(pg.types.getTypeParser(1184)('2026-11-20 00:00:00+00')).toBeInstanceOf(Date)
  })
})

describe('a connection', () => {
  it('prepares each text once', async () => {
    const one = openDatabase({ connectionString: copy.url, poolSize: 1 })
    for (let at = 0; at < 5; at += 1) await sql`SELECT ${at}::int + 41 AS prepared_probe`.execute(one.db)
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_prepared_statements
      WHERE statement LIKE '%+ 41 AS prepared_probe%' AND statement NOT LIKE '%pg_prepared%'`.execute(one.db)
    await one.close()
    expect(rows[0]?.n).toBe(1)
  })

  it('prepares texts whatever other pools of the process have prepared', async () => {
    const full = openDatabase({ connectionString: copy.url, poolSize: 1 })
    for (let at = 0; at < 1_001; at += 1) await sql.raw(`SELECT ${at} AS filler`).execute(full.db)
    await full.close()
    const one = openDatabase({ connectionString: copy.url, poolSize: 1 })
    await sql`SELECT 1 AS later_probe WHERE ${true}`.execute(one.db)
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_prepared_statements
      WHERE statement LIKE '%later_probe%' AND statement NOT LIKE '%pg_prepared%'`.execute(one.db)
    await one.close()
    expect(rows[0]?.n).toBe(1)
  })

  it('survives a change of a table under its prepared statements', async () => {
    const one = openDatabase({ connectionString: copy.url, poolSize: 1 })
    const admin = (text: string) => withAdmin(copy.url, (client) => client.query(text))
    await admin('CREATE TABLE changing (a int); GRANT SELECT ON changing TO ipoteka_app')
    const read = () =>
      one.db
        .selectFrom('changing' as never)
        .selectAll()
        .execute()
    await read()
    await admin('ALTER TABLE changing ADD COLUMN b int')
    await expect(read()).rejects.toThrow('cached plan')
    await expect(read()).resolves.toEqual([])
    await one.close()
    await admin('DROP TABLE changing')
  })

  it('whose query timed out does not make the next one wait', async () => {
    const one = openDatabase({ connectionString: copy.url, poolSize: 1, queryTimeout: 600 })
    // Stops the server's own limit, as a stalled database would.
    const stalled = one.db.connection().execute(async (connection) => {
      await sql`SET statement_timeout = 0`.execute(connection)
      await sql`SELECT pg_sleep(5)`.execute(connection)
    })
    await expect(stalled).rejects.toThrow('Query read timeout')
    const begun = performance.now()
    await expect(sql`SELECT 1`.execute(one.db)).resolves.toBeDefined()
    // Over four seconds behind the stalled one.
    expect(performance.now() - begun).toBeLessThan(3_000)
    await one.close()
  })
})

describe('a prepared statement', () => {
  let built = 0
  const sums = prepared<{ words: string[]; part: string; more: number | null }, object>((value) => {
    built += 1
    return sql`SELECT ${value('words')}::text[] AS words, ${value('more')}::int + 1 AS sum, ${3}::int AS fixed,
      ${value('part')} = ANY(${value('words')}::text[]) AS found FROM generate_series(1, ${value('more')}::int)`
  })

  it('every call has its own values, each in all of its places, in a text that is built once', async () => {
    const { db } = bank
    const [one, other, none] = await Promise.all([
      sums(db, { words: ['а', "'; DROP TABLE approver"], part: 'а', more: 1 }),
      db.transaction().execute((tx) => sums(tx, { words: [], part: 'б', more: 2 })),
      sums(db, { words: [], part: '', more: null }),
    ])
    expect(one).toEqual([{ words: ['а', "'; DROP TABLE approver"], sum: 2, fixed: 3, found: true }])
    expect(other).toEqual([1, 2].map(() => ({ words: [], sum: 3, fixed: 3, found: false })))
    expect(none).toEqual([])
    expect(built).toBe(1)
  })
})
