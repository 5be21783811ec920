import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** An object of a PDF: its dictionary, or a dictionary with a stream. */
export type PdfObject = string | { readonly dict: string; readonly stream: Buffer }

const pageOf = (parent: number) =>
  `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 200 100] /Resources << >> >>`

/** A PDF of these objects, numbered from 1; the first is the catalog. */
export function pdfOf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let length = parts[0]?.length ?? 0
  const places: number[] = []
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(length)
    add(Buffer.from(`${index + 1} 0 obj\n`))
    if (typeof object === 'string') add(Buffer.from(object))
    else {
      add(Buffer.from(`${object.dict.replace(/>>$/, '')} /Length ${object.stream.length} >>\nstream\n`))
      add(object.stream)
      add(Buffer.from('\nendstream'))
    }
    add(Buffer.from('\nendobj\n'))
  }
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

interface PdfOptions {
  readonly pages?: number
  /** Entries of the catalog and of every page. */
  readonly catalog?: string
  readonly page?: string
  /** Objects behind the pages: the first has the number `pages + 3`. */
  readonly more?: readonly PdfObject[]
  readonly trailer?: string
}

/** A sound PDF of empty pages with something added. `salt` makes it different from any other. */
export function pdf(
  { pages = 1, catalog = '', page = '', more = [], trailer = '' }: PdfOptions = {},
  salt = '',
): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(' ')
  return pdfOf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
      ...Array.from({ length: pages }, () => pageOf(2).replace(/>>$/, `${page} >>`)),
      ...more,
      `<< /Title (${salt || 'Specimen'}) >>`,
    ],
    trailer,
  )
}

/** A PDF of about so many bytes: noise in a stream that no page shows. */
export const largePdf = (bytes: number, salt = ''): Buffer => {
  const noise = Buffer.alloc(bytes)
  let state = 1
  for (let at = 0; at + 4 <= bytes; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    noise.writeUInt32LE(state, at)
  }
  return pdf({ catalog: '/Noise 4 0 R', more: [{ dict: '<< >>', stream: noise }] }, salt)
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

interface PngOptions {
  readonly width: number
  readonly height: number
  /** Between the header and the picture. */
  readonly chunks?: readonly [type: string, data: Buffer][]
  readonly rows?: Buffer
}

/** A PNG of one bit a point, all black; `rows` may be less than the header promises. */
export function png({ width, height, chunks = [], rows }: PngOptions): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const picture = rows ?? Buffer.alloc(height * (Math.ceil(width / 8) + 1))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...chunks.map(([type, data]) => pngChunk(type, data)),
    pngChunk('IDAT', deflateSync(picture, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const colour = { r: 120, g: 30, b: 200 }
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
export const jpeg = (width = 40, height = 30): Promise<Buffer> => picture(width, height).jpeg().toBuffer()
export const tiff = (width = 40, height = 30): Promise<Buffer> =>
  picture(width, height).tiff({ compression: 'lzw' }).toBuffer()
export const webp = (): Promise<Buffer> => picture(20, 20).webp().toBuffer()

/** A file of an archive; `size` is what the archive says of it, whatever it is. */
export interface ZipPart {
  readonly name: string
  readonly content: Buffer
  readonly size?: number
  readonly flags?: number
}

/** An archive, sound or lying. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const { name, content, size = content.length, flags = 0 } of parts) {
    const packed = deflateRawSync(content, { level: 9 })
    const bytes = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(crc32(content), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(bytes.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    local.copy(central, 6, 4, 30)
    central.writeUInt32LE(at, 42)
    locals.push(local, bytes, packed)
    centrals.push(central, bytes)
    at += local.length + bytes.length + packed.length
  }
  const list = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, list, end])
}

const part = (name: string, text: string): ZipPart => ({ name, content: Buffer.from(text) })

/** A document or a table of Office with parts added. */
export function office(kind: 'docx' | 'xlsx', more: readonly ZipPart[] = [], types = ''): Buffer {
  const main = kind === 'docx' ? 'word/document.xml' : 'xl/workbook.xml'
  return zipOf([
    part('[Content_Types].xml', `<?xml version="1.0"?><Types>${types}</Types>`),
    part('_rels/.rels', '<?xml version="1.0"?><Relationships/>'),
    part(main, '<?xml version="1.0"?><body>текст</body>'),
    ...more,
  ])
}

/** The frame of a CMS signature around so many bytes. */
export function signature(bytes = 300): Buffer {
  const oid = Buffer.from([0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02])
  const rest = Buffer.concat([Buffer.from([0xa0, 0x82, bytes >> 8, bytes & 0xff]), Buffer.alloc(bytes, 5)])
  const length = oid.length + rest.length
  return Buffer.concat([Buffer.from([0x30, 0x82, length >> 8, length & 0xff]), oid, rest])
}
