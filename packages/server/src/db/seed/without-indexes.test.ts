import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { withoutIndexes } from './without-indexes.ts'

const tables = ['application', 'assignment']

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const definitions = async (db = bank.db) => {
  const { rows } = await sql<{ definition: string }>`
    SELECT conname || ' ' || pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conrelid = ANY(${tables}::regclass[])
    UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = ANY(${tables}::regclass[])
    ORDER BY 1`.execute(db)
  return rows.map(({ definition }) => definition)
}

const insert = (approverId: number) => sql`
  INSERT INTO application (number, type, client_name, programme, level_code, outside_status, partner_id, region_code, received_at,
    due_at, approver_id, assigned_at, closed_at)
  VALUES ('БИ-1', 'oic', 'Ёлкин Пётр', 'Новостройка', 'LEVEL_1', 'APPROVED', 2, '16', now(), now(), ${approverId}::int, now(), now())`

it('puts back every foreign key and every index as they were', async () => {
  const before = await definitions()
  let meanwhile: string[] = []
  await bank.db.transaction().execute((tx) =>
    withoutIndexes(tx, tables, async () => {
      meanwhile = await definitions(tx)
    }),
  )
  expect(meanwhile.length).toBeLessThan(before.length - 5)
  expect(meanwhile.filter((definition) => definition.includes('FOREIGN KEY'))).toEqual([])
  expect(await definitions()).toEqual(before)
})

it('refuses rows that a foreign key forbids, and leaves nothing of them', async () => {
  const filling = bank.db
    .transaction()
    .execute((tx) => withoutIndexes(tx, tables, async () => void (await insert(1_000_000).execute(tx))))
  await expect(filling).rejects.toThrow(/foreign key/)
  const { rows } = await sql`SELECT FROM application WHERE number = 'БИ-1'`.execute(bank.db)
  expect(rows).toEqual([])
})
