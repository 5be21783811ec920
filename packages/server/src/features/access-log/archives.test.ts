import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { getAccessArchive, listAccessArchives } from '@ipoteka-office/contract/access-log/archives.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'csv-parse/sync'
import { checkStore } from '#features/housekeeping/store-check.service.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { withAdmin } from '#testing/test-database.ts'
import { keepMonths, verifyArchives } from './archives.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  // Two months that have ended long ago, before the one that the migration made.
  const now = new Date()
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString()
  const part = (name: string, from: string, to: string) =>
    `ALTER TABLE access_event ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}');`
  await withAdmin(bank.connectionString, async (admin) => {
    await admin.query(`
      ALTER TABLE access_event DETACH PARTITION access_event_first;
      CREATE TABLE access_event_2020_01 (LIKE access_event INCLUDING ALL);
      CREATE TABLE access_event_2020_02 (LIKE access_event INCLUDING ALL);
      ${part('access_event_2020_01', '2020-01-01Z', '2020-02-01Z')}
      ${part('access_event_2020_02', '2020-02-01Z', '2020-03-01Z')}
      ${part('access_event_first', '2020-03-01Z', next)}`)
  })
  await sql`INSERT INTO access_event (actor_id, action, object_type, object_id, row_count, details, at)
    SELECT 1, 'UNMASK', 'Lead', n, 2, jsonb_build_object('what', '=SUM(A1); "кавычки"'),
      '2020-01-05T10:00:00Z'::timestamptz + n * interval '1 minute' FROM generate_series(1, 30) n`.execute(
    bank.db,
  )
  await sql`INSERT INTO access_event (actor_id, action, object_type, row_count, details, at)
    VALUES (2, 'EXPORT', 'Partner', 7, '{}', '2020-02-29T23:59:59.999Z')`.execute(bank.db)
})
afterAll(() => bank.close())

const keep = () =>
  keepMonths({
    db: bank.db,
    files: bank.files,
    bank: { clock: { now: () => new Date(), timeZone: 'Europe/Moscow' }, parameters: bank.parameters },
  })
const months = async () => {
  const { rows } = await sql<{ name: string }>`SELECT name FROM access_month ORDER BY to_at`.execute(bank.db)
  return rows.map(({ name }) => name)
}
const asOwner = (statement: string) => withAdmin(bank.connectionString, (admin) => admin.query(statement))

it('has a place for a year to come, and lets nobody write past the table', async () => {
  expect((await months()).length).toBe(15)
  await expect(sql`DELETE FROM access_event_first`.execute(bank.db)).rejects.toThrow('permission denied')
  await expect(sql`DELETE FROM access_archive`.execute(bank.db)).rejects.toThrow('permission denied')
  await sql`INSERT INTO access_event (actor_id, action, object_type, row_count, details, at)
    VALUES (1, 'EXPORT', 'Partner', 0, '{}', now() + interval '11 months')`.execute(bank.db)
  await sql`SELECT make_access_months()`.execute(bank.db)
  expect((await months()).length).toBe(15)
})

it('a month is closed with the rows of its file, in its turn and not before a year', async () => {
  const close = (name: string, rows: number) =>
    sql`SELECT close_access_month(${name}, ${rows}, 'k', 1, 'x')`.execute(bank.db)
  await expect(close('access_event_2020_01', 29)).rejects.toThrow('has 30 rows, its file 29')
  await expect(close('access_event_2020_02', 1)).rejects.toThrow('cannot be closed')
  await expect(close('access_event_first', 0)).rejects.toThrow('cannot be closed')
  await expect(close('employee', 1)).rejects.toThrow('cannot be closed')
})

it('old months go into files, each entry once, and the journal goes on', async () => {
  expect(await keep()).toBe(2)
  expect(await keep()).toBe(0)
  expect((await months())[0]).toBe('access_event_first')
  const { rows } = await sql`SELECT FROM access_event WHERE at < '2020-03-01Z'`.execute(bank.db)
  expect(rows).toEqual([])

  const { body } = await bank.call(listAccessArchives, {})
  expect(body.content).toMatchObject([
    { from: '2020-02-01T00:00:00Z', to: '2020-03-01T00:00:00Z', rows: 1 },
    { from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z', rows: 30 },
  ])
  const answer = await bank.call(getAccessArchive, { params: { archiveId: String(body.content[1]?.id) } })
  expect(answer.status).toBe(200)
  const lines: string[][] = parse(gunzipSync(answer.raw.rawPayload), { delimiter: ';', bom: true })
  expect(lines).toHaveLength(31)
  expect(lines[1]?.slice(1, 8)).toEqual([
    '2020-01-05T10:01:00.000000Z',
    '1',
    expect.stringMatching(/ /),
    expect.stringMatching(/./),
    'UNMASK',
    'Lead',
    '1',
  ])
  expect(lines[1]?.[10]).toBe('{"what": "=SUM(A1); \\"кавычки\\""}')
  expect(new Set(lines.map(([id]) => id)).size).toBe(31)
  // Whoever takes it stands in the journal.
  const { rows: taken } =
    await sql`SELECT actor_id AS actor, row_count AS rows, details ->> 'what' AS what FROM access_event
    WHERE object_type = 'AccessLog' AND details ? 'archive'`.execute(bank.db)
  expect(taken).toEqual([{ actor: 1, rows: 30, what: 'Архив до 01.02.2020' }])
  // The store keeps what the archive names.
  expect(await checkStore(bank.db, bank.files, { olderThan: new Date(Date.now() + 60_000) })).toMatchObject({
    missing: 0,
  })
  expect(await verifyArchives(bank.db, bank.files)).toEqual({ archives: 2, broken: null })
})

it('is the bank’s alone', async () => {
  const { body } = await bank.call(listAccessArchives, {})
  const params = { archiveId: String(body.content[0]?.id) }
  // The right alone does not open it: a partner's people read their own entries, and a file has everybody's.
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    VALUES (5, 'PersonalData', 'ReadAccessLog') ON CONFLICT DO NOTHING`.execute(bank.db)
  for (const as of ['partner-admin', 'agent', 'support', 'workload'] as const) {
    expect((await bank.call(listAccessArchives, {}, { as })).status, as).toBe(403)
    expect((await bank.call(getAccessArchive, { params }, { as })).status, as).toBe(403)
  }
  expect((await bank.call(getAccessArchive, { params: { archiveId: '999' } })).status).toBe(404)
})

it('a changed row, a changed file and a lost one are found', async () => {
  const { rows } = await sql<{ id: number; key: string; sum: string }>`
    SELECT id, file_key AS key, sha256 AS sum FROM access_archive ORDER BY id`.execute(bank.db)
  const [first, last] = rows
  if (first === undefined || last === undefined) throw new Error('No archives')
  const broken = async () => (await verifyArchives(bank.db, bank.files)).broken
  await asOwner(`UPDATE access_archive SET row_count = 29 WHERE id = ${first.id}`)
  expect(await broken()).toEqual({ id: first.id, reason: 'row' })
  await asOwner(`UPDATE access_archive SET row_count = 30 WHERE id = ${first.id}`)
  await asOwner(
    `CREATE TABLE aside AS SELECT * FROM access_archive WHERE id = ${first.id}; DELETE FROM access_archive WHERE id = ${first.id}`,
  )
  expect(await broken()).toEqual({ id: last.id, reason: 'row' })
  await asOwner('INSERT INTO access_archive OVERRIDING SYSTEM VALUE SELECT * FROM aside')
  expect(await broken()).toBeNull()
  await bank.files.remove(last.key)
  expect(await broken()).toEqual({ id: last.id, reason: 'gone' })
  await bank.files.putBack(last.key, Readable.from(['another']))
  expect(await broken()).toEqual({ id: last.id, reason: 'file' })
})
