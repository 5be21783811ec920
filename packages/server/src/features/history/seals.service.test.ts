import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { withAdmin } from '#testing/test-database.ts'
import { sealHistory, verifyHistory } from './seals.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => asOwner('TRUNCATE change_history, history_seal'))

/** What the server's own role may not do. */
const asOwner = (statement: string) =>
  withAdmin(app.connectionString, async (owner) => {
    await owner.query(statement)
  })

const change = (name: string, id = 1) =>
  sql`UPDATE partner SET short_name = ${name}, version = version + 1 WHERE id = ${id}`.execute(app.db)

async function writeAndSeal(): Promise<void> {
  for (const name of ['А', 'Б', 'В', 'Г']) {
    await change(name)
    await change(name, 2)
  }
  expect(await sealHistory(app.db)).toBe(8)
  await change('Д')
  await change('Е')
  expect(await sealHistory(app.db)).toBe(2)
}

it('finds nothing wrong with an untouched history', async () => {
  await writeAndSeal()
  expect(await sealHistory(app.db)).toBe(0)
  await change('не под печатью')
  expect(await verifyHistory(app.db)).toEqual({ rows: 11, seals: 2, broken: null })
})

it.each([
  [
    'a changed value',
    `UPDATE change_history SET new_values = '{"short_name": "X"}' WHERE id = (SELECT min(id) + 2 FROM change_history)`,
    'row',
  ],
  [
    'a changed author',
    'UPDATE change_history SET actor_id = 7 WHERE id = (SELECT min(id) + 2 FROM change_history)',
    'row',
  ],
  [
    'a row taken out of a chain',
    'DELETE FROM change_history WHERE id = (SELECT min(id) + 2 FROM change_history)',
    'row',
  ],
  [
    'the end of a chain cut off',
    'DELETE FROM change_history WHERE id = (SELECT max(id) FROM change_history)',
    'seal',
  ],
  ['a whole object taken out', 'DELETE FROM change_history WHERE object_id = 2', 'seal'],
  [
    'a rewritten row with a new hash',
    `UPDATE change_history h SET actor_id = 7, hash = history_hash(ROW(h.id, h.at, h.object_type,
      h.object_id, h.action, h.version, 7, h.request_id, h.old_values, h.new_values, h.prev_hash, h.hash,
      h.owner_type, h.owner_id)::change_history)
    WHERE id = (SELECT max(id) FROM change_history)`,
    'seal',
  ],
  ['a seal taken away', 'DELETE FROM history_seal WHERE id = (SELECT min(id) FROM history_seal)', 'seal'],
])('finds %s', async (_, tamper, kind) => {
  await writeAndSeal()
  await asOwner(tamper)
  expect((await verifyHistory(app.db)).broken).toMatchObject({ kind })
})

it('does not seal past a row that is still to be committed', async () => {
  const before = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const late = app.db.transaction().execute(async (tx) => {
    await sql`UPDATE partner SET short_name = 'поздно', version = version + 1 WHERE id = 3`.execute(tx)
    before.resolve()
    await go.promise
  })
  await before.promise
  await change('рано', 1)
  expect(await sealHistory(app.db, 300)).toBe(0)
  const sealing = sealHistory(app.db)
  go.resolve()
  await late
  expect(await sealing).toBe(2)
  expect((await verifyHistory(app.db)).broken).toBeNull()
})

it('lets the server neither change nor delete history or seals', async () => {
  await writeAndSeal()
  for (const statement of [
    sql`UPDATE change_history SET actor_id = 1`,
    sql`DELETE FROM change_history`,
    sql`UPDATE history_seal SET row_count = 0`,
    sql`DELETE FROM history_seal`,
    sql`INSERT INTO change_history (object_type, object_id, action, hash) VALUES ('partner', 1, 'UPDATE', '')`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow('permission denied')
})
