import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { jpegEnd, pngEnd } from './image-end.ts'
import type { Findings } from './inspect-file.ts'
import type { InspectionOrder } from './inspector.ts'
import { Refusal } from './refusal.ts'

const million = 1_000_000
const limits = {
  /** A3 at 600 dots an inch is 70 million. */
  pixels: 100 * million,
  /** What has to lie in memory whole to be decoded: progressive and interlaced pictures. */
  wholePixels: 50 * million,
  side: 30_000,
  pages: 500,
  allPixels: 2_000 * million,
}
const expected = { JPEG: 'jpeg', PNG: 'png', TIFF: 'tiff' } as const
type ImageKind = keyof typeof expected

const broken = () => new Refusal('Изображение повреждено: сохраните его заново и загрузите снова')
const tooLarge = (width: number, height: number) =>
  new Refusal(
    `Изображение ${width} × ${height} точек слишком велико: не более ${limits.pixels / million} млн точек, уменьшите его`,
  )

const openPage = (content: Buffer, page: number) =>
  sharp(content, {
    page,
    failOn: 'error',
    limitInputPixels: limits.pixels,
    sequentialRead: true,
  })

async function headOf(content: Buffer, page: number, kind: ImageKind) {
  // Without the limit: the size is told to the person.
  const head = await sharp(content, { page, limitInputPixels: false }).metadata()
  const { width, height, format, isProgressive, pages = 1 } = head
  if (format !== expected[kind]) throw broken()
  const most = isProgressive ? limits.wholePixels : limits.pixels
  if (width * height > most || width > limits.side || height > limits.side) throw tooLarge(width, height)
  return { width, height, pages }
}

/** Decodes every row, a few at a time, and keeps next to nothing. */
const decode = (content: Buffer, page: number) =>
  openPage(content, page)
    .resize(16, 16, { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false })
    .raw()
    .toBuffer()

const endOf = (kind: ImageKind, content: Buffer): number =>
  kind === 'JPEG' ? jpegEnd(content) : kind === 'PNG' ? pngEnd(content) : content.length

async function inspectPages(kind: ImageKind, content: Buffer) {
  const { width, height, pages } = await headOf(content, 0, kind)
  if (pages > limits.pages)
    throw new Refusal(`В файле ${pages} страниц, принимается не более ${limits.pages}`)
  let all = 0
  for (let page = 0; page < pages; page += 1) {
    const head = page === 0 ? { width, height } : await headOf(content, page, kind)
    all += head.width * head.height
    if (all > limits.allPixels) throw new Refusal('Файл слишком велик для проверки: разделите его на части')
    await decode(content, page)
  }
  return { width, height, pages }
}

/** A picture of a sane size that decodes to its last row; what hangs behind it is cut off. */
export async function inspectImage(
  kind: ImageKind,
  { out }: InspectionOrder,
  content: Buffer,
): Promise<Findings> {
  sharp.cache(false)
  // What sharp says of a broken picture is not for people.
  const found = await inspectPages(kind, content).catch((error: unknown) => {
    throw error instanceof Refusal ? error : broken()
  })
  const end = endOf(kind, content)
  if (end === content.length) return found
  await writeFile(out, content.subarray(0, end))
  return { ...found, isRewritten: true, warnings: ['После изображения были посторонние данные, они удалены'] }
}
