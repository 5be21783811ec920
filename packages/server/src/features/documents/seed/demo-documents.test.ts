import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applications, fillForDocuments, pagesOf } from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { fillDemoDocuments, findDocumentsToDraw } from './demo-documents.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await fillForDocuments(bank)
})
afterAll(() => bank.close())

it('gives the demo bank documents in every state once, quickly, and each file is what its row says', async () => {
  const begun = performance.now()
  const now = new Date()
  // Drawn ahead for as many cases as there were then; one of them is another by now.
  const drawnBefore = await (await findDocumentsToDraw(bank.db, now))()
  await sql`UPDATE application SET client_name = 'Другая Анна' WHERE id = ${applications.agent}`.execute(
    bank.db,
  )
  const count = await fillDemoDocuments(bank.db, bank.files, { now, drawnBefore })
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(count).toBeGreaterThan(15)
  // The planner knows of them: without that the pages of cases were planned as if there were no documents.
  const { rows: planned } = await sql<{ rows: number }>`
    SELECT reltuples::int AS rows FROM pg_class WHERE relname IN ('document', 'document_file', 'stored_object')`.execute(
    bank.db,
  )
  for (const one of planned) expect(one.rows).toBeGreaterThan(15)
  const { rows } = await sql<{ status: string }>`
    SELECT DISTINCT status FROM document WHERE owner_type = 'APPLICATION' AND owner_id = ${applications.agent}
    ORDER BY status`.execute(bank.db)
  expect(rows.map(({ status }) => status)).toEqual(['ACCEPTED', 'CHECKING', 'REJECTED', 'UPLOADED'])
  const types = await sql`
    SELECT d.type_code FROM document d WHERE d.type_code IS NOT NULL AND NOT EXISTS (
      SELECT FROM reference_item r WHERE r.dictionary = 'docType' AND r.code = d.type_code)`.execute(bank.db)
  expect(types.rows).toEqual([])
  const objects = await sql<{ key: string; pages: number }>`
    SELECT key, pages FROM stored_object WHERE content_type = 'application/pdf'`.execute(bank.db)
  for (const { key, pages } of objects.rows)
    expect(await pagesOf(await buffer(await bank.files.open(key)))).toHaveLength(pages)
  expect(await fillDemoDocuments(bank.db, bank.files, { now })).toBe(0)
  expect((await Array.fromAsync(bank.files.list())).length).toBe(
    objects.rows.length +
      (await sql`SELECT 1 FROM stored_object WHERE content_type = 'image/png'`.execute(bank.db)).rows.length,
  )
})
