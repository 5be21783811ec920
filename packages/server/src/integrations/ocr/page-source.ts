import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { longSide, openPicture, type Picture } from './picture.ts'
import type { Word } from './words.ts'

/** A file page by page. */
export interface PageSource {
  readonly pages: number
  /** Pages count from 1. */
  picture(page: number): Promise<Picture>
  /** Words that the file itself holds as text, in the pixels of the picture; empty for a scan. */
  words(page: number): Promise<Word[]>
}

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

async function openPdf(path: string): Promise<PageSource> {
  // A picture needs none of it, and every file is read by a process of its own.
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pdf = await getDocument({
    data: new Uint8Array(await readFile(path)),
    standardFontDataUrl: `${join(root, 'standard_fonts')}/`,
    cMapUrl: `${join(root, 'cmaps')}/`,
    cMapPacked: true,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  }).promise
  return {
    pages: pdf.numPages,
    picture: async (page) => drawn(pdf, await pdf.getPage(page)),
    words: async (page) => textOf(await pdf.getPage(page)),
  }
}

function viewportOf(page: PDFPageProxy) {
  const { width, height } = page.getViewport({ scale: 1 })
  return page.getViewport({ scale: longSide / Math.max(width, height) })
}

interface DrawingSurface {
  readonly canvas: HTMLCanvasElement & { toBuffer(kind: 'image/png'): Buffer }
}
interface SurfaceFactory {
  create(width: number, height: number): DrawingSurface
}

async function drawn(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<Picture> {
  const viewport = viewportOf(page)
  // Typed by the library as an empty class; in Node it makes canvases of @napi-rs/canvas.
  const factory = pdf.canvasFactory as SurfaceFactory
  const { canvas } = factory.create(Math.round(viewport.width), Math.round(viewport.height))
  await page.render({ canvas, viewport, background: '#fff' }).promise
  return openPicture(canvas.toBuffer('image/png'))
}

/** The words of one piece of text, each with its share of the width. */
function wordsOfPiece(
  text: string,
  box: { x: number; y: number; width: number; height: number },
  line: string,
): Word[] {
  const perSign = box.width / Math.max(1, text.length)
  return [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    confidence: 1,
    x: box.x + match.index * perSign,
    y: box.y,
    width: match[0].length * perSign,
    height: box.height,
    line,
  }))
}

async function textOf(page: PDFPageProxy): Promise<Word[]> {
  const viewport = viewportOf(page)
  const { items } = await page.getTextContent()
  return items.flatMap((item, at) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [x = 0, y = 0] = viewport.convertToViewportPoint(item.transform[4] ?? 0, item.transform[5] ?? 0)
    const height = Math.hypot(item.transform[2] ?? 0, item.transform[3] ?? 0) * viewport.scale
    const box = { x, y: y - height * 0.8, width: item.width * viewport.scale, height: height * 0.8 }
    return wordsOfPiece(item.str, box, String(at))
  })
}

/** Opens a stored file for reading page by page; rejects when it is broken. */
export async function openPages(path: string, contentType: string): Promise<PageSource> {
  if (contentType === 'application/pdf') return openPdf(path)
  const picture = await openPicture(path)
  return { pages: 1, picture: async () => picture, words: async () => [] }
}
