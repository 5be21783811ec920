import { readFile, writeFile } from 'node:fs/promises'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { PageSource, PdfOrder, PdfOutcome } from './pdf-work.ts'

/** A4 in points. */
const a4 = { short: 595.28, long: 841.89 }
/** An image is not drawn larger than this many points a pixel: 100 dots an inch. */
const maxPointsPerPixel = 0.72
/** More dots than print shows: 300 an inch of A4. */
const maxPixels = { width: 3_508, height: 3_508 }
const maxInputPixels = 200_000_000

class Unreadable extends Error {}

const load = async (path: string): Promise<PDFDocument> => {
  try {
    return await PDFDocument.load(await readFile(path), { updateMetadata: false })
  } catch (error) {
    throw new Unreadable('not a PDF that can be read', { cause: error })
  }
}

async function addPdf(target: PDFDocument, { path, rotation }: PageSource, maxPages: number): Promise<void> {
  const source = await load(path)
  if (target.getPageCount() + source.getPageCount() > maxPages) return addNothing(target, maxPages)
  for (const page of await target.copyPages(source, source.getPageIndices())) {
    page.setRotation(degrees((page.getRotation().angle + rotation) % 360))
    target.addPage(page)
  }
}

class TooManyPages extends Error {}
function addNothing(target: PDFDocument, maxPages: number): never {
  throw new TooManyPages(`${target.getPageCount()} of ${maxPages}`)
}

/** A page of A4, upright or on its side, with the image as large as it fits. */
async function addImage(target: PDFDocument, jpeg: Buffer): Promise<void> {
  const image = await target.embedJpg(jpeg)
  const isWide = image.width > image.height
  const [width, height] = isWide ? [a4.long, a4.short] : [a4.short, a4.long]
  const scale = Math.min(width / image.width, height / image.height, maxPointsPerPixel)
  const page = target.addPage([width, height])
  page.drawImage(image, {
    x: (width - image.width * scale) / 2,
    y: (height - image.height * scale) / 2,
    width: image.width * scale,
    height: image.height * scale,
  })
}

async function addImages(
  target: PDFDocument,
  { path, rotation }: PageSource,
  maxPages: number,
): Promise<void> {
  const options = { limitInputPixels: maxInputPixels, failOn: 'error' } as const
  let count: number
  try {
    count = (await sharp(path, options).metadata()).pages ?? 1
  } catch (error) {
    throw new Unreadable('not an image that can be read', { cause: error })
  }
  if (target.getPageCount() + count > maxPages) addNothing(target, maxPages)
  for (let page = 0; page < count; page += 1) {
    // Upright by what the camera noted, then as people turned it.
    const upright = await sharp(path, { ...options, page })
      .autoOrient()
      .flatten({ background: 'white' })
      .toBuffer()
    const jpeg = await sharp(upright, options)
      .rotate(rotation)
      .resize({ ...maxPixels, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality: 88 })
      .toBuffer()
    await addImage(target, jpeg)
  }
}

async function merge({ sources, out, maxPages }: Extract<PdfOrder, { kind: 'merge' }>): Promise<PdfOutcome> {
  const target = await PDFDocument.create()
  target.setProducer('Ипотека-офис')
  for (const [at, source] of sources.entries()) {
    try {
      const add = source.contentType === 'application/pdf' ? addPdf : addImages
      await add(target, source, maxPages)
    } catch (error) {
      if (error instanceof TooManyPages) return { ok: false, at: null }
      return { ok: false, at }
    }
  }
  await writeFile(out, await target.save())
  return { ok: true, pages: target.getPageCount() }
}

async function split({ source, parts }: Extract<PdfOrder, { kind: 'split' }>): Promise<PdfOutcome> {
  try {
    const whole = await load(source)
    for (const { pages, out } of parts) {
      const part = await PDFDocument.create()
      const copied = await part.copyPages(
        whole,
        pages.map((page) => page - 1),
      )
      for (const page of copied) part.addPage(page)
      await writeFile(out, await part.save())
    }
    return { ok: true, pages: whole.getPageCount() }
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) return { ok: false, at: 0 }
    throw error
  }
}

/** Does the work in the process it is called in. */
export const doPdfWork = (order: PdfOrder): Promise<PdfOutcome> =>
  order.kind === 'merge' ? merge(order) : split(order)
