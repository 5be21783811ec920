import { createHash } from 'node:crypto'
import * as files from '@ipoteka-office/contract/documents/document-files.ts'
import * as api from '@ipoteka-office/contract/documents/documents.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  applications,
  fileAt,
  fillForDocuments,
  imageOf,
  newDocument,
  pagesOf,
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

const stored = async () => (await Array.fromAsync(bank.files.list())).length
const keyOf = ({ id }: api.Document) => ({ id: String(id) })
const fileKey = (document: api.Document, at = 0) => ({
  id: String(document.id),
  storageId: fileAt(document, at).storageId,
})
const bytesOf = async (document: api.Document, storageId?: string) =>
  (
    await bank.call(files.downloadDocument, {
      params: keyOf(document),
      query: storageId === undefined ? {} : { storageId },
    })
  ).raw.rawPayload

describe('a file', () => {
  it('is added, told of, and given back as it came', async () => {
    const pdf = await pdfOf(3)
    const made = await newDocument(bank)
    const { status, body } = await sendFile(bank, files.addDocumentFile, { id: made.id }, pdf, {
      name: '..\\Мой скан.PDF',
      as: 'agent',
    })
    expect([status, fileAt(body)]).toMatchObject([
      200,
      { name: 'Мой скан.PDF', contentType: 'application/pdf', size: pdf.length, pages: 3, rotation: 0 },
    ])
    expect(fileAt(body).sha256).toBe(createHash('sha256').update(pdf).digest('hex'))
    const got = await bank.call(files.downloadDocument, { params: keyOf(made) }, { as: 'viewer' })
    expect(got.raw.rawPayload.equals(pdf)).toBe(true)
    expect(got.headers['content-disposition']).toMatch(/^attachment;/)
    const list = await bank.call(files.listDocumentFiles, { params: keyOf(made) })
    expect(list.body).toEqual(body.files)
  })

  it('that the owner has already is told of, and added only on purpose', async () => {
    const pdf = await pdfOf(1, 90)
    const first = await withFile(bank, await newDocument(bank), pdf, 'первый.pdf')
    const second = await newDocument(bank)
    const before = await stored()
    const { status, error } = await sendFile(bank, files.addDocumentFile, { id: second.id }, pdf)
    expect([status, error.message]).toEqual([409, expect.stringContaining('«первый.pdf»')])
    expect(await stored()).toBe(before)
    expect((await withFile(bank, second, pdf)).files).toHaveLength(1)
    expect(first.files).toHaveLength(1)
    const elsewhere = await newDocument(bank, { ownerId: applications.bank })
    expect((await sendFile(bank, files.addDocumentFile, { id: elsewhere.id }, pdf)).status).toBe(200)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a broken PDF', Buffer.from('%PDF-1.7\nnothing else')],
  ])('of %s is refused and leaves nothing', async (_name, content) => {
    const made = await newDocument(bank)
    const before = await stored()
    const { status, error } = await sendFile(bank, files.addDocumentFile, { id: made.id }, content)
    expect([status, error.fields?.[0]?.path]).toEqual([400, 'file'])
    expect(await stored()).toBe(before)
  })

  it('is turned and renamed, keeping its kind', async () => {
    const made = await withFile(bank, await newDocument(bank), await pdfOf(1))
    const save = (body: { version: number; rotation: 90; name: string }) =>
      bank.call(files.updateDocumentFile, { params: fileKey(made), body }, { as: 'agent' })
    const { body } = await save({ version: 1, rotation: 90, name: 'Паспорт/стр. 1' })
    expect(fileAt(body)).toMatchObject({ rotation: 90, name: 'Паспортстр. 1.pdf', version: 2 })
    const late = await save({ version: 1, rotation: 90, name: 'ещё' })
    expect([late.status, late.error.current]).toMatchObject([409, { id: made.id }])
    const wrong = await bank.call(files.updateDocumentFile, {
      params: fileKey(made),
      body: { version: 2, rotation: 45 as never, name: 'а' },
    })
    expect(wrong.status).toBe(400)
  })

  it('is replaced by a new version, and the old one stays readable', async () => {
    const [old, fresh] = [await pdfOf(2), await pdfOf(4)]
    const made = await withFile(bank, await newDocument(bank, { typeCode: 'SNILS' }), old)
    const rejected = await bank.call(api.reviewDocument, {
      params: keyOf(made),
      body: { version: made.version, status: 'REJECTED', reason: 'Не все страницы' },
    })
    const replace = (version: number, content: Buffer) =>
      sendFile(bank, files.replaceDocumentFile, fileKey(rejected.body), content, {
        query: `?version=${version}`,
        as: 'agent',
      })
    const { status, body } = await replace(1, fresh)
    expect([status, body.status, body.reason]).toEqual([200, 'UPLOADED', ''])
    expect(fileAt(body)).toMatchObject({ versionNumber: 2, pages: 4 })
    expect(fileAt(body).storageId).not.toBe(fileAt(made).storageId)
    expect((await replace(1, await pdfOf(5))).status).toBe(409)
    expect((await bytesOf(body, fileAt(made).storageId)).equals(old)).toBe(true)
    expect((await bytesOf(body)).equals(fresh)).toBe(true)
    const versions = await bank.call(files.listFileVersions, { params: fileKey(made) })
    expect(
      versions.body.map(({ versionNumber, replacedAt }) => [versionNumber, replacedAt === null]),
    ).toEqual([
      [2, true],
      [1, false],
    ])
    const same = await sendFile(bank, files.replaceDocumentFile, fileKey(body), fresh, {
      query: `?version=${fileAt(body).version}`,
    })
    expect(same.status).toBe(409)
  })

  it('is taken out and brought back', async () => {
    const made = await withFile(bank, await newDocument(bank), await pdfOf(1))
    const removed = await bank.call(
      files.deleteDocumentFile,
      { params: fileKey(made), query: { version: 1 } },
      { as: 'agent' },
    )
    expect(removed.body.files).toEqual([])
    const all = await bank.call(files.listDocumentFiles, { params: keyOf(made), query: { all: 'true' } })
    expect(all.body[0]?.deletedAt).not.toBeNull()
    const restore = { params: fileKey(made), body: { version: 2 } }
    expect((await bank.call(files.restoreDocumentFile, restore, { as: 'underwriter' })).status).toBe(403)
    expect((await bank.call(files.restoreDocumentFile, restore)).body.files).toHaveLength(1)
    expect((await bank.call(files.restoreDocumentFile, restore)).status).toBe(409)
  })
})

describe('files of one document', () => {
  it('are put in order, and an old order is refused', async () => {
    let made = await newDocument(bank)
    for (const pages of [1, 2, 3]) made = await withFile(bank, made, await pdfOf(pages), `${pages}.pdf`)
    const ids = made.files.map(({ storageId }) => storageId).toReversed()
    const order = (version: number, storageIds: string[]) =>
      bank.call(files.orderDocumentFiles, { params: keyOf(made), body: { version, storageIds } })
    const { body } = await order(made.version, ids)
    expect(body.files.map(({ name }) => name)).toEqual(['3.pdf', '2.pdf', '1.pdf'])
    expect((await order(made.version, ids)).status).toBe(409)
    expect((await order(body.version, ids.slice(1))).status).toBe(409)
    expect((await order(body.version, [...ids.slice(1), ids[1] ?? ''])).status).toBe(409)
  })

  it('move to another document of the owner with their versions, or become one', async () => {
    let from = await withFile(bank, await newDocument(bank), await pdfOf(1), 'а.pdf')
    const replaced = await sendFile(bank, files.replaceDocumentFile, fileKey(from), await pdfOf(2, 180), {
      query: '?version=1',
    })
    from = await withFile(bank, replaced.body, await pdfOf(6), 'б.pdf')
    const to = await newDocument(bank)
    const { body } = await bank.call(files.moveDocumentFile, {
      params: fileKey(from),
      body: { version: 1, toDocumentId: to.id },
    })
    expect([body.from.files.length, body.to.files.length]).toEqual([1, 1])
    const versions = await bank.call(files.listFileVersions, { params: fileKey(body.to) })
    expect(versions.body).toHaveLength(2)
    const alone = await bank.call(files.moveDocumentFile, {
      params: fileKey(body.from),
      body: { version: fileAt(body.from).version, toDocumentId: null },
    })
    expect([alone.status, alone.body.to.files[0]?.name, alone.body.to.type]).toEqual([200, 'б.pdf', null])
    const foreign = await newDocument(bank, { ownerId: applications.bank })
    const wrong = await bank.call(files.moveDocumentFile, {
      params: fileKey(body.to),
      body: { version: fileAt(body.to).version, toDocumentId: foreign.id },
    })
    expect(wrong.status).toBe(400)
  })
})

describe('a PDF', () => {
  const splitOf = (
    document: api.Document,
    into: 'DOCUMENTS' | 'FILES',
    parts: { from: number; to: number; typeCode?: string }[],
    as?: 'viewer' | 'underwriter',
  ) =>
    bank.call(
      files.splitDocument,
      {
        params: keyOf(document),
        body: { storageId: fileAt(document).storageId, version: fileAt(document).version, into, parts },
      },
      { as: as ?? 'admin' },
    )
  const widths = async (document: api.Document, at = 0) =>
    (await pagesOf(await bytesOf(document, fileAt(document, at).storageId))).map(({ width }) => width - 199)

  it('is split into documents; what no part names stays, and the whole can still be read', async () => {
    const whole = await pdfOf(6)
    const made = await withFile(bank, await newDocument(bank), whole, 'пакет.pdf')
    const { status, body } = await splitOf(made, 'DOCUMENTS', [
      { from: 1, to: 2, typeCode: 'PASSPORT_RF' },
      { from: 5, to: 5 },
    ])
    expect(status, JSON.stringify(body)).toBe(200)
    const [own, first, second] = body
    if (own === undefined || first === undefined || second === undefined) throw new Error('three expected')
    expect([await widths(first), await widths(second), await widths(own)]).toEqual([[1, 2], [5], [3, 4, 6]])
    expect(first).toMatchObject({ type: { code: 'PASSPORT_RF' }, status: 'UPLOADED' })
    expect(fileAt(first)).toMatchObject({
      name: 'пакет, стр. 1–2.pdf',
      pages: 2,
      splitFrom: { storageId: fileAt(made).storageId, from: 1, to: 2 },
    })
    expect(fileAt(own)).toMatchObject({ name: 'пакет.pdf', pages: 3, versionNumber: 2 })
    expect((await bytesOf(own, fileAt(made).storageId)).equals(whole)).toBe(true)
  })

  it('is split into files of the same document, in its place', async () => {
    let made = await withFile(bank, await newDocument(bank), await pdfOf(4), 'а.pdf')
    made = await withFile(bank, made, await pdfOf(7), 'после.pdf')
    const { body } = await splitOf(made, 'FILES', [
      { from: 1, to: 3 },
      { from: 4, to: 4 },
    ])
    expect(body).toHaveLength(1)
    expect(body[0]?.files.map(({ name }) => name)).toEqual(['а, стр. 1–3.pdf', 'а, стр. 4.pdf', 'после.pdf'])
    expect(body[0]?.deletedAt).toBeNull()
  })

  it('split up wholly leaves an empty document with a delete mark', async () => {
    const made = await withFile(bank, await newDocument(bank), await pdfOf(2, 270))
    const { body } = await splitOf(made, 'DOCUMENTS', [
      { from: 1, to: 1 },
      { from: 2, to: 2 },
    ])
    expect(body.map(({ files: list, deletedAt }) => [list.length, deletedAt === null])).toEqual([
      [0, false],
      [1, true],
      [1, true],
    ])
  })

  it('is not split beyond its pages, twice over, as nothing, by an old version or without the right', async () => {
    const before = await stored()
    const made = await withFile(bank, await newDocument(bank), await pdfOf(3, 90))
    const image = await withFile(bank, await newDocument(bank), await imageOf('png'), 'а.png')
    const wrong = [
      await splitOf(made, 'FILES', [{ from: 2, to: 4 }]),
      await splitOf(made, 'FILES', [{ from: 2, to: 1 }]),
      await splitOf(made, 'FILES', [{ from: 1, to: 3 }]),
      await splitOf(made, 'FILES', [
        { from: 1, to: 2 },
        { from: 2, to: 3 },
      ]),
      await splitOf(made, 'DOCUMENTS', [{ from: 1, to: 2, typeCode: 'NO_SUCH' }]),
      await splitOf(image, 'FILES', [{ from: 1, to: 1 }]),
      await splitOf(made, 'FILES', [{ from: 1, to: 2 }], 'viewer'),
    ]
    expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 409, 403])
    expect(await stored()).toBe(before + 2)
  })
})
