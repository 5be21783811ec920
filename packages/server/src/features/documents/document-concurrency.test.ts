import * as files from '@ipoteka-office/contract/documents/document-files.ts'
import * as api from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  applications,
  fileAt,
  fillForDocuments,
  newDocument,
  pdfOf,
  sendFile,
  withFile,
} from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await fillForDocuments(bank)
})
afterAll(() => bank.close())

const owner = { ownerType: 'APPLICATION', ownerId: applications.bank } as const
const keyOf = ({ id }: api.Document) => ({ id: String(id) })
const fileKey = (document: api.Document, at = 0) => ({
  id: String(document.id),
  storageId: fileAt(document, at).storageId,
})
const codes = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)
/** Objects of the store that no row tells of. */
async function orphans(): Promise<number> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM stored_object`.execute(bank.db)
  const known = new Set(rows.map(({ key }) => key))
  return (await Array.fromAsync(bank.files.list())).filter(({ key }) => !known.has(key)).length
}

it('of two orders at once one is kept whole and the other is told', async () => {
  const ids: number[] = []
  for (let count = 0; count < 5; count += 1) ids.push((await newDocument(bank, owner)).id)
  const order = (list: number[]) =>
    bank.call(api.orderDocuments, { body: { ...owner, orderVersion: 0, ids: list } })
  const turned = ids.toReversed()
  const answers = await Promise.all([order(turned), order([...ids.slice(1), ids[0] ?? 0])])
  expect(codes(answers)).toEqual([200, 409])
  const list = await bank.call(api.listDocuments, { query: { ...owner, ownerId: String(owner.ownerId) } })
  const won = answers.find(({ status }) => status === 200)
  expect(list.body.documents.map(({ id }) => id)).toEqual(won?.body.documents.map(({ id }) => id))
  expect(list.body.orderVersion).toBe(1)
})

it('of two replacements of a file at once one is refused, and nothing of it is left', async () => {
  const made = await withFile(bank, await newDocument(bank), await pdfOf(1))
  const contents = [await pdfOf(2), await pdfOf(3), await pdfOf(4)]
  const answers = await Promise.all(
    contents.map((content) =>
      sendFile(bank, files.replaceDocumentFile, fileKey(made), content, { query: '?version=1' }),
    ),
  )
  expect(codes(answers)).toEqual([200, 409, 409])
  const versions = await bank.call(files.listFileVersions, { params: fileKey(made) })
  expect(versions.body).toHaveLength(2)
  expect(await orphans()).toBe(0)
})

it('of the same file twice at once one is added', async () => {
  const pdf = await pdfOf(9)
  const documents = [await newDocument(bank), await newDocument(bank), await newDocument(bank)]
  const answers = await Promise.all(
    documents.map(({ id }) => sendFile(bank, files.addDocumentFile, { id }, pdf)),
  )
  expect(codes(answers)).toEqual([200, 409, 409])
  expect(await orphans()).toBe(0)
})

it('different files of one document at once are all added, each in its place', async () => {
  const made = await newDocument(bank)
  const contents = await Promise.all([11, 12, 13, 14].map((pages) => pdfOf(pages)))
  const answers = await Promise.all(
    contents.map((content) => sendFile(bank, files.addDocumentFile, { id: made.id }, content)),
  )
  expect(codes(answers)).toEqual([200, 200, 200, 200])
  const { rows } = await sql<{ sort: number }>`
    SELECT sort FROM document_file WHERE document_id = ${made.id} ORDER BY sort`.execute(bank.db)
  expect(rows.map(({ sort }) => sort)).toEqual([1, 2, 3, 4])
})

it('of a review and a change of the same document at once the later one is told', async () => {
  const made = await withFile(bank, await newDocument(bank, { typeCode: 'INN' }), await pdfOf(5))
  const answers = await Promise.all([
    bank.call(
      api.reviewDocument,
      { params: keyOf(made), body: { version: made.version, status: 'ACCEPTED' } },
      { as: 'underwriter' },
    ),
    bank.call(api.updateDocument, { params: keyOf(made), body: { version: made.version, title: 'Другое' } }),
  ])
  expect(codes(answers)).toEqual([200, 409])
})

it('of a split and a replacement of the same file at once one wins, and no bytes are left over', async () => {
  const made = await withFile(bank, await newDocument(bank), await pdfOf(6))
  const { storageId } = fileAt(made)
  const answers = await Promise.all([
    bank.call(files.splitDocument, {
      params: keyOf(made),
      body: { storageId, version: 1, into: 'DOCUMENTS', parts: [{ from: 1, to: 2 }] },
    }),
    sendFile(bank, files.replaceDocumentFile, fileKey(made), await pdfOf(7), { query: '?version=1' }),
  ])
  expect(codes(answers)).toEqual([200, 409])
  expect(await orphans()).toBe(0)
})

it('two moves against each other do not wait for each other for ever', async () => {
  const [one, two] = [
    await withFile(bank, await newDocument(bank), await pdfOf(21)),
    await withFile(bank, await newDocument(bank), await pdfOf(22)),
  ]
  const move = (from: api.Document, to: api.Document) =>
    bank.call(files.moveDocumentFile, { params: fileKey(from), body: { version: 1, toDocumentId: to.id } })
  const answers = await Promise.all([move(one, two), move(two, one)])
  expect(codes(answers)).toEqual([200, 200])
})
