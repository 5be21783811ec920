import { crc32, deflateSync } from 'node:zlib'
import type { IntakeAnswer, QueueApplication } from '@ipoteka-office/contract/queue/queue.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { Document, DocumentList, DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import type { Upload } from '@ipoteka-office/contract/uploads/uploads.ts'
import type { Download, Locator, Page } from 'playwright-core'
import type { Bank } from './bank.ts'
import type { DemoLogin } from './sign-in.ts'

/** A file as a person has it on the computer. */
export interface OwnFile {
  readonly name: string
  readonly bytes: Buffer
}

/** The partner whose agent signs in as `agent`. */
const agentsPartner = 2

let made = 0

/** An application of the agent's partner that nobody else of the tests uses, without documents. */
export async function ownApplication(bank: Bank): Promise<DocumentOwner> {
  made += 1
  const { content } = await bank.call<PageOf<QueueApplication>>(
    'GET',
    '/partner/nis/unassigned?page=0&size=1',
  )
  const [like] = content
  // Once a test has given all of them out, somebody gets this one too: its documents are the same.
  const codeOf = async (dictionary: string, of: { readonly code: string } | undefined) =>
    of?.code ?? (await bank.call<{ code: string }[]>('GET', `/reference/${dictionary}`))[0]?.code
  const { results } = await bank.call<IntakeAnswer>('POST', '/application/intake', {
    number: `Д-${Date.now()}-${made}`,
    clientName: 'Проверкина Злата Аркадьевна',
    programme: 'Семейная ипотека',
    type: 'nis',
    level: await codeOf('loanApplicationLevel', like?.level),
    status: await codeOf('loanApplicationStatus', like?.status),
    partnerId: agentsPartner,
    region: await codeOf('region', like?.region),
  })
  const [taken] = results
  if (!taken?.id) throw new Error(`The application was refused: ${JSON.stringify(taken?.errors)}`)
  return { ownerType: 'APPLICATION', ownerId: taken.id }
}

/** Address of an application's documents. */
export const documentsPath = ({ ownerId }: DocumentOwner, document?: number): string =>
  `/application-documents/${ownerId}${document === undefined ? '' : `?document=${document}`}`

/** The documents of an owner as the server has them. */
export const documentsOf = (bank: Bank, { ownerType, ownerId }: DocumentOwner): Promise<DocumentList> =>
  bank.call('GET', `/document?ownerType=${ownerType}&ownerId=${ownerId}`)

async function sendPart(bank: Bank, path: string, part: Buffer, login: DemoLogin): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(part)]), 'part')
  const answer = await fetch(`${bank.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await bank.token(login)}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** Waits until a file of an upload has become a document. */
async function uploadedOf(bank: Bank, uid: string, login: DemoLogin): Promise<Document> {
  for (;;) {
    const { items } = await bank.call<Upload>('GET', `/document/multiupload/${uid}`, undefined, login)
    const [item] = items
    if (item?.state === 'DONE') return bank.call('GET', `/document/${item.documentId}`)
    if (!['CHECKING', 'RECEIVING'].includes(item?.state ?? '')) throw new Error(JSON.stringify(item))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const partBytes = 1_048_576

/** Puts a file among the documents past the browser. */
export async function putFile(
  bank: Bank,
  owner: DocumentOwner,
  { name, bytes }: OwnFile,
  { typeCode = null, login = 'admin' }: { typeCode?: string | null; login?: DemoLogin } = {},
): Promise<Document> {
  const files = [{ name, size: bytes.length, typeCode }]
  const { uid, items } = await bank.call<Upload>('POST', '/document/multiupload', { ...owner, files }, login)
  for (let offset = 0; offset < bytes.length; offset += partBytes) {
    const path = `/document/multiupload/${uid}?item=${items[0]?.item}&offset=${offset}`
    await sendPart(bank, path, bytes.subarray(offset, offset + partBytes), login)
  }
  return uploadedOf(bank, uid, login)
}

/** A PDF with a text on each page; made by the browser, so that Cyrillic letters are real. */
export function pdfOf(page: Page, pages: readonly string[]): Promise<Buffer> {
  const sheet = (text: string) =>
    `<section style="break-after:page;font:16px sans-serif"><h1>${text}</h1><p>Подпись: __________</p></section>`
  return printed(page, pages.map(sheet).join(''))
}

/** A PDF without a letter of text, as a scanner makes them. */
export const scanOf = (page: Page): Promise<Buffer> =>
  printed(page, '<div style="width:500px;height:300px;background:linear-gradient(#777,#eee)"></div>')

async function printed(page: Page, html: string): Promise<Buffer> {
  const blank = await page.context().newPage()
  await blank.setContent(html)
  const bytes = await blank.pdf({ format: 'A4' })
  await blank.close()
  return bytes
}

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

/** A black square of 64 × 64 as JBIG2 keeps it: a page and one region of lines, each like the one above. */
function blackSquare(): Buffer {
  const side = 64
  // White 0 and black 64 of the first line, then «as above» twice for each line.
  const bits = `001${'00110101'}${'0000001111'}${'0000110111'}${'11'.repeat(side - 1)}`.padEnd(176, '0')
  const lines = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const page = Buffer.concat([numbers(side, side, 0, 0), Buffer.alloc(3)])
  const region = Buffer.concat([numbers(side, side, 0, 0), Buffer.from([0, 1]), lines])
  const segment = (at: number, kind: number, data: Buffer) =>
    Buffer.concat([numbers(at), Buffer.from([kind, 0, 1]), numbers(data.length), data])
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)])
}

/** A PDF with a picture as scanners compress black and white sheets: it is decoded outside of the page's own code. */
export function jbig2Pdf(): Buffer {
  const picture = blackSquare()
  const drawing = Buffer.from('q 400 0 0 400 100 200 cm /Im Do Q')
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>',
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${drawing.length} >>\nstream\n`),
      drawing,
      Buffer.from('\nendstream'),
    ]),
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width 64 /Height 64 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode /Length ${picture.length} >>\nstream\n`,
      ),
      picture,
      Buffer.from('\nendstream'),
    ]),
  ]
  const parts = [Buffer.from('%PDF-1.5\n')]
  const places: number[] = []
  for (const [at, object] of objects.entries()) {
    places.push(parts.reduce((sum, part) => sum + part.length, 0))
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'))
  }
  const start = parts.reduce((sum, part) => sum + part.length, 0)
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** A picture of noise, which nothing makes shorter: three bytes a pixel. */
export function noise(width: number, height: number, seed = 1): Buffer {
  let state = seed
  const row = () =>
    Buffer.from([
      0,
      ...Array.from({ length: width * 3 }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
        return state >>> 24
      }),
    ])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = Buffer.concat(Array.from({ length: height }, row))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Drops files from the desktop on a place of the page. */
export async function dropFiles(page: Page, place: Locator, files: readonly OwnFile[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (list) => {
      const data = new DataTransfer()
      for (const { name, text } of list)
        data.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name))
      return data
    },
    files.map(({ name, bytes }) => ({ name, text: bytes.toString('base64') })),
  )
  await place.dispatchEvent('dragenter', { dataTransfer })
  await place.dispatchEvent('drop', { dataTransfer })
}

/** Names of the entries of a downloaded ZIP, from its central directory. */
export async function zipNames(archive: Download): Promise<string[]> {
  const bytes = Buffer.concat(await Array.fromAsync(await archive.createReadStream()))
  const names: string[] = []
  let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1')
  while (at >= 0) {
    const length = bytes.readUInt16LE(at + 28)
    names.push(bytes.toString('utf8', at + 46, at + 46 + length))
    at = bytes.indexOf('PK\u0001\u0002', at + 46 + length, 'latin1')
  }
  return names
}
