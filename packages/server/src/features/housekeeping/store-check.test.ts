import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordFile } from '#files/attach-file.ts'
import type { ReceivedFile } from '#files/received-file.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { checkStore } from './store-check.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const soon = () => new Date(Date.now() + 60_000)
const put = async (text: string) => (await bank.files.put(Readable.from([text]))).key
const record = async (key: string) => {
  const file: ReceivedFile = {
    key,
    name: 'a.pdf',
    kind: 'PDF',
    contentType: 'application/pdf',
    size: 1,
    sha256: 'a',
    sourceSha256: 'b',
    pages: 1,
    width: null,
    height: null,
    warnings: ['удалено'],
    scannedAt: null,
  }
  return recordFile(bank.db, file, { type: 'test', id: 1 }, 1)
}
const missing = async () => {
  const { rows } = await sql<{
    key: string
  }>`SELECT key FROM stored_object WHERE missing_since IS NOT NULL`.execute(bank.db)
  return rows.map(({ key }) => key)
}

it('removes what no row holds once it is old enough, and keeps what any kind of row holds', async () => {
  const keys = { object: await put('1'), task: await put('2'), import: await put('3'), part: await put('4') }
  await record(keys.object)
  await sql`INSERT INTO background_task (employee_id, kind, title, payload, result)
    VALUES (1, 'export', 'Выгрузка', '{}', jsonb_build_object('key', ${keys.task}::text))`.execute(bank.db)
  await sql`INSERT INTO reference_dictionary (code, kind, title) VALUES ('check', 'DICTIONARY', 'Проверка')
    ON CONFLICT DO NOTHING`.execute(bank.db)
  await sql`INSERT INTO reference_import (dictionary_id, employee_id, task_id, file_name, file_key, missing, state)
    SELECT id, 1, 1, 'a.xlsx', ${keys.import}, 'keep', 'READY' FROM reference_dictionary LIMIT 1`.execute(
    bank.db,
  )
  await sql`WITH u AS (INSERT INTO upload (owner_type, owner_id, created_by) VALUES ('PARTNER', 1, 1) RETURNING uid),
    i AS (INSERT INTO upload_item (upload_uid, name, size) SELECT uid, 'a', 1 FROM u RETURNING id)
    INSERT INTO upload_chunk (item_id, at, size, key) SELECT id, 0, 1, ${keys.part} FROM i`.execute(bank.db)
  const orphans = [await put('5'), await put('6'), await put('7')]
  expect(await checkStore(bank.db, bank.files)).toEqual({
    objects: 7,
    held: 4,
    orphans: 0,
    missing: 0,
    recovered: 0,
  })
  expect(await checkStore(bank.db, bank.files, { olderThan: soon() })).toMatchObject({
    orphans: 3,
    missing: 0,
  })
  for (const key of orphans) expect(await bank.files.find(key)).toBeNull()
  const left = (await Array.fromAsync(bank.files.list())).map(({ key }) => key)
  expect(left.toSorted()).toEqual(Object.values(keys).toSorted())
})

it('marks rows whose bytes are gone, says so once more, and takes the mark off when they are back', async () => {
  const [lost, kept] = [await put('lost'), await put('kept')]
  await record(lost)
  await record(kept)
  const copy = await Array.fromAsync(await bank.files.open(lost))
  await bank.files.remove(lost)
  expect(await checkStore(bank.db, bank.files)).toMatchObject({ missing: 1 })
  expect(await missing()).toEqual([lost])
  expect(await checkStore(bank.db, bank.files)).toMatchObject({ missing: 1, recovered: 0 })
  // As a restored copy of the store brings it back.
  const { key } = await bank.files.put(Readable.from(copy))
  await sql`UPDATE stored_object SET key = ${key} WHERE key = ${lost}`.execute(bank.db)
  expect(await checkStore(bank.db, bank.files)).toMatchObject({ missing: 0, recovered: 1 })
  expect(await missing()).toEqual([])
})

it('compares thousands', async () => {
  const one = await put('many')
  await record(one)
  await sql`INSERT INTO stored_object (key, name, content_type, size, sha256, source_sha256, owner_type, owner_id)
    SELECT md5(n::text) || '00000000', 'a', 'b', 1, 'c', 'c', 'test', 1 FROM generate_series(1, 2500) n`.execute(
    bank.db,
  )
  expect(await checkStore(bank.db, bank.files)).toMatchObject({ missing: 2_500, orphans: 0 })
})
