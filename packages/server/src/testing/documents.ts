import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import type { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import { addDocumentFile } from '@ipoteka-office/contract/documents/document-files.ts'
import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import * as api from '@ipoteka-office/contract/documents/documents.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { fillPath } from '@ipoteka-office/contract/path.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { deliverReferences } from '#db/seed/references.ts'
import type { TestApp } from './test-app.ts'
import type { Login } from './test-tokens.ts'

/** A PDF whose pages differ by their width: 200, 201, … points. */
export async function pdfOf(pages: number, rotation = 0): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  for (let page = 0; page < pages; page += 1) {
    const added = pdf.addPage([200 + page, 300])
    added.drawRectangle({ x: 10, y: 10, width: 50 + page, height: 20 })
    added.setRotation(degrees(rotation))
  }
  return Buffer.from(await pdf.save())
}

/** Widths (as `pdfOf` gave them) and rotations of a PDF's pages. */
export async function pagesOf(
  pdf: Uint8Array,
): Promise<{ width: number; height: number; rotation: number }[]> {
  const { getPages } = await PDFDocument.load(pdf).then((loaded) => ({ getPages: () => loaded.getPages() }))
  return getPages().map((page) => ({
    width: Math.round(page.getWidth()),
    height: Math.round(page.getHeight()),
    rotation: page.getRotation().angle,
  }))
}

/** An image of one colour; another colour is another file. */
export const imageOf = (
  kind: 'png' | 'jpeg' | 'tiff',
  { width = 60, height = 40, colour = '#336699' } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(kind)
    .toBuffer()

const boundary = 'x-test-boundary'
/** A form with one file. */
export const formOf = (name: string, content: Buffer) => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  payload: Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
})

/** Applications of the tests: of the bank itself (1), of the agent's partner (2) and of partner-admin's (4). */
export const applications = { bank: 9001, agent: 9002, other: 9004 } as const

/** Dictionaries, and an application for each of three partners. */
export async function fillForDocuments({ db }: TestApp): Promise<void> {
  await deliverReferences(db)
  for (const [number, [id, partnerId]] of [
    [applications.bank, 1],
    [applications.agent, 2],
    [applications.other, 4],
  ].entries())
    await sql`INSERT INTO application (id, number, type, client_name, programme, level_code, outside_status, partner_id,
        region_code, received_at, due_at)
      VALUES (${id}, ${`Д-${number}`}, 'oic', 'Иванов Иван', 'Вторичный рынок', 'L1', 'NEW', ${partnerId}, '77',
        now(), now() + interval '1 day')`.execute(db)
}

interface UploadOptions {
  readonly name?: string
  readonly query?: string
  readonly as?: Login
}
/** Sends a file to an endpoint that takes one. */
export async function sendFile(
  bank: TestApp,
  endpoint: EndpointSpec,
  params: Readonly<Record<string, unknown>>,
  content: Buffer,
  { name = 'скан.pdf', query = '', as = 'admin' }: UploadOptions = {},
): Promise<{ status: number; body: Document; error: ErrorBody }> {
  const form = formOf(name, content)
  const raw = await bank.app.inject({
    method: endpoint.method,
    url: `/api${fillPath(endpoint.path, params)}${query}`,
    headers: { authorization: `Bearer ${await bank.tokenOf(as)}`, ...form.headers },
    payload: form.payload,
  })
  const body = raw.body === '' ? undefined : raw.json()
  return { status: raw.statusCode, body, error: body }
}

/** What a test may know of a new document. */
interface NewDocument extends Partial<api.DocumentInput> {
  readonly ownerType?: api.DocumentOwnerType
  readonly ownerId?: number
}
/** A document of the agent's application unless told otherwise, made by the administrator. */
export async function newDocument(bank: TestApp, input: NewDocument = {}): Promise<Document> {
  const { status, body, error } = await bank.call(api.createDocument, {
    body: { ownerType: 'APPLICATION', ownerId: applications.agent, ...input },
  })
  if (status !== 200) throw new Error(JSON.stringify(error))
  return body
}

/** One more file of a document; answers the document. */
export async function withFile(
  bank: TestApp,
  { id }: Pick<Document, 'id'>,
  content: Buffer,
  name = 'скан.pdf',
): Promise<Document> {
  const { status, body, error } = await sendFile(bank, addDocumentFile, { id }, content, {
    name,
    query: '?repeat=true',
  })
  if (status !== 200) throw new Error(JSON.stringify(error))
  return body
}

/** The file at a place of a document; throws when there is none. */
export function fileAt(document: Document, at = 0): Document['files'][number] {
  const file = document.files[at]
  if (file === undefined) throw new Error(`Document ${document.id} has no file ${at}`)
  return file
}
