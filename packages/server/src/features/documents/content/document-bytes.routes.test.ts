import { listDocumentAccess } from '@ipoteka-office/contract/documents/document-access.ts'
import * as files from '@ipoteka-office/contract/documents/document-files.ts'
import * as api from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  applications,
  fileAt,
  fillForDocuments,
  imageOf,
  newDocument,
  pagesOf,
  pdfOf,
  withFile,
} from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
let pdf: Buffer
let document: api.Document
beforeAll(async () => {
  bank = await testApp()
  await fillForDocuments(bank)
  pdf = await pdfOf(2)
  document = await withFile(bank, await newDocument(bank), pdf)
})
afterAll(() => bank.close())

const view = (range?: string, as: Login = 'agent', more: Record<string, string> = {}) =>
  bank.call(
    files.viewDocument,
    { params: { id: String(document.id) }, query: { storageId: fileAt(document).storageId } },
    { as, headers: { ...(range !== undefined && { range }), ...more } },
  )

describe('a viewer', () => {
  it('gets the file to be shown, with nothing that could run', async () => {
    const { status, headers, raw } = await view()
    expect(status).toBe(200)
    expect(raw.rawPayload.equals(pdf)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline;/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      'content-length': String(pdf.length),
      etag: `"${fileAt(document).sha256}"`,
    })
  })

  it('gets the bytes it asks for', async () => {
    const part = await view('bytes=10-19')
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${pdf.length}`])
    expect(part.raw.rawPayload.equals(pdf.subarray(10, 20))).toBe(true)
    const end = await view('bytes=-5')
    expect(end.raw.rawPayload.equals(pdf.subarray(-5))).toBe(true)
    const behind = await view(`bytes=${pdf.length}-`)
    expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${pdf.length}`])
    const other = await view('bytes=10-19', 'agent', { 'if-range': '"another file"' })
    expect([other.status, other.raw.rawPayload.length]).toEqual([200, pdf.length])
  })

  it('gets a TIFF as pages, and what cannot be shown is to be downloaded', async () => {
    const tiff = await withFile(bank, await newDocument(bank), await imageOf('tiff'), 'факс.tiff')
    const shown = await bank.call(files.viewDocument, { params: { id: String(tiff.id) } })
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(await pagesOf(shown.raw.rawPayload)).toHaveLength(1)
    const xml = await withFile(
      bank,
      await newDocument(bank),
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<doc><a>1</a></doc>'),
      'выписка.xml',
    )
    const refused = await bank.call(files.viewDocument, { params: { id: String(xml.id) } })
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('скачайте')])
    const got = await bank.call(files.downloadDocument, { params: { id: String(xml.id) } })
    expect(got.headers['content-disposition']).toMatch(/^attachment;/)
  })

  it('is told when the store has lost the file', async () => {
    const lost = await withFile(bank, await newDocument(bank), await pdfOf(9))
    const { rows } = await sql<{ key: string }>`
      SELECT key FROM stored_object WHERE id = ${fileAt(lost).storageId}::uuid`.execute(bank.db)
    await bank.files.remove(rows[0]?.key ?? '')
    const { status, error } = await bank.call(files.viewDocument, { params: { id: String(lost.id) } })
    expect([status, error.message]).toEqual([404, expect.stringContaining('загрузите его заново')])
  })
})

describe('the log of readings', () => {
  const entries = async (id: number) =>
    (await bank.call(listDocumentAccess, { params: { id: String(id) } }, { as: 'underwriter' })).body.content

  it('has one entry for one viewing, and none is escaped by reading from the middle', async () => {
    document = await withFile(bank, await newDocument(bank), pdf)
    await view('bytes=5-9', 'viewer')
    await view('bytes=10-19', 'viewer')
    await view(undefined, 'agent')
    for (const range of ['bytes=100-199', 'bytes=200-299', 'bytes=-20']) await view(range, 'agent')
    const told = await entries(document.id)
    expect(told.map(({ action, fileName }) => [action, fileName])).toEqual([
      ['VIEW', 'скан.pdf'],
      ['VIEW', 'скан.pdf'],
    ])
    expect(new Set(told.map(({ employee }) => employee)).size).toBe(2)
    await view('bytes=0-99', 'agent')
    expect(await entries(document.id)).toHaveLength(3)
  })

  it('tells of downloads, archives and PDFs, and is for those who review', async () => {
    const made = await withFile(bank, await newDocument(bank, { ownerId: applications.bank }), await pdfOf(3))
    const params = { id: String(made.id) }
    const query = {
      ownerType: 'APPLICATION',
      ownerId: String(applications.bank),
      ids: String(made.id),
    } as const
    await bank.call(files.downloadDocument, { params })
    expect((await bank.call(api.downloadArchive, { query })).status).toBe(200)
    expect((await bank.call(api.generatePdf, { query })).status).toBe(200)
    expect((await entries(made.id)).map(({ action }) => action)).toEqual(['PDF', 'ARCHIVE', 'DOWNLOAD'])
    for (const as of ['agent', 'viewer'] as const)
      expect((await bank.call(listDocumentAccess, { params }, { as })).status).toBe(403)
    await expect(sql`UPDATE access_event SET actor_id = 1`.execute(bank.db)).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('one PDF of documents', () => {
  const owner = { ownerType: 'APPLICATION', ownerId: applications.other } as const
  const query = { ...owner, ownerId: String(owner.ownerId) }

  it('holds the pages in order, turned as they were turned, and says what is not in it', async () => {
    const empty = await bank.call(api.generatePdf, { query })
    expect(empty.status).toBe(409)
    const first = await withFile(bank, await newDocument(bank, owner), await pdfOf(2), 'а.pdf')
    await bank.call(files.updateDocumentFile, {
      params: { id: String(first.id), storageId: fileAt(first).storageId },
      body: { version: 1, rotation: 90, name: 'а.pdf' },
    })
    const images = await newDocument(bank, owner)
    await withFile(bank, images, await imageOf('png', { width: 2_000, height: 1_000 }), 'wide.png')
    const image = await withFile(
      bank,
      images,
      await imageOf('jpeg', { width: 1_500, height: 3_000 }),
      'tall.jpg',
    )
    await bank.call(files.updateDocumentFile, {
      params: { id: String(image.id), storageId: fileAt(image, 1).storageId },
      body: { version: 1, rotation: 90, name: 'tall.jpg' },
    })
    const { status, raw, headers } = await bank.call(api.generatePdf, { query }, { as: 'partner-admin' })
    expect(status, raw.body).toBe(200)
    expect(headers['content-disposition']).toContain('.pdf')
    expect(await pagesOf(raw.rawPayload)).toEqual([
      { width: 200, height: 300, rotation: 90 },
      { width: 201, height: 300, rotation: 90 },
      { width: 842, height: 595, rotation: 0 },
      { width: 842, height: 595, rotation: 0 },
    ])
    await withFile(bank, await newDocument(bank, owner), Buffer.from('<?xml version="1.0"?>\n<a/>'), 'x.xml')
    const more = await bank.call(api.generatePdf, { query })
    expect(await pagesOf(more.raw.rawPayload)).toHaveLength(5)
    const chosen = await bank.call(api.generatePdf, { query: { ...query, ids: String(first.id) } })
    expect(await pagesOf(chosen.raw.rawPayload)).toHaveLength(2)
  })

  it('is refused where a chosen document is not the owner’s', async () => {
    const foreign = await withFile(bank, await newDocument(bank), await pdfOf(1))
    const wrong = await bank.call(api.generatePdf, { query: { ...query, ids: String(foreign.id) } })
    expect(wrong.status).toBe(404)
  })
})

describe('photos of a realty object', () => {
  const objectOf = async (caseId: number): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO realty_object (case_id, role, type_code, number_type)
      VALUES (${caseId}, 'MORTGAGESUBJECT', 'FLAT', 'CADASTRAL') RETURNING id`.execute(bank.db)
    return rows[0]?.id ?? 0
  }
  const small = (photo: api.Document, as: Login = 'agent') =>
    bank.call(files.drawThumbnail, { params: { id: String(photo.id) } }, { as })

  it('are brought, shown small and put in order by those who see the object', async () => {
    const owner = { ownerType: 'REALTY_OBJECT', ownerId: await objectOf(applications.agent) } as const
    const photos: api.Document[] = []
    for (const colour of ['#aa3311', '#1133aa']) {
      const body = { ...owner, typeCode: api.photoTypeCode }
      const { body: made } = await bank.call(api.createDocument, { body }, { as: 'agent' })
      photos.push(await withFile(bank, made, await imageOf('jpeg', { width: 1_600, height: 900, colour })))
    }
    const [first, last] = photos
    const { status, raw, headers } = await small(first as api.Document)
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await sharp(raw.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 270 })
    const { body: before } = await bank.call(
      api.listDocuments,
      { query: { ownerType: owner.ownerType, ownerId: String(owner.ownerId) } },
      { as: 'agent' },
    )
    const ids = [last?.id ?? 0, first?.id ?? 0]
    const order = { body: { ...owner, orderVersion: before.orderVersion, ids } }
    const ordered = await bank.call(api.orderDocuments, order, { as: 'agent' })
    expect(ordered.body.documents.map(({ id }) => id)).toEqual(ids)
    expect((await bank.call(api.orderDocuments, order, { as: 'agent' })).status).toBe(409)
    // Another partner, and one who only reads.
    expect((await small(first as api.Document, 'partner-admin')).status).toBe(404)
    expect((await bank.call(api.orderDocuments, order, { as: 'viewer' })).status).toBe(403)
    expect((await small(first as api.Document, 'support')).status).toBe(403)
  })

  it('are photos: no other paper belongs to the object, and no other scan is drawn small', async () => {
    const owner = { ownerType: 'REALTY_OBJECT', ownerId: await objectOf(applications.agent) } as const
    const paper = await bank.call(
      api.createDocument,
      { body: { ...owner, typeCode: 'SNILS' } },
      { as: 'agent' },
    )
    expect(paper.status).toBe(400)
    const scan = await withFile(bank, await newDocument(bank), await imageOf('png'))
    expect((await small(scan)).status).toBe(409)
    const theirs = { ...owner, ownerId: await objectOf(applications.other) }
    expect((await bank.call(api.createDocument, { body: theirs }, { as: 'agent' })).status).toBe(404)
  })
})
