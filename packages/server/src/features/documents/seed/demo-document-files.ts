import type { PDFDocument } from '@cantoo/pdf-lib'
import { toPdf } from '#lib/pdf.ts'

/** Who and what the specimens are about. */
export interface Subject {
  readonly title: string
  readonly number: string
  readonly programme: string
  readonly employer: string
  /** Roubles. */
  readonly amount: number
  readonly downPayment: number
  readonly months: number
  /** Roubles a month in hand. */
  readonly income: number
  readonly rooms: number
  /** Square metres. */
  readonly area: number
}

/** A specimen: a file with nothing but invented content. */
export interface Specimen {
  readonly name: string
  readonly contentType: 'application/pdf' | 'image/png'
  readonly content: Buffer
  readonly pages: number
  readonly width: number | null
  readonly height: number | null
}

const grey = '#667085'

/** Lines of a page: what it is and what it says. */
type Lines = readonly (readonly [label: string, value: string])[]

/** A paper that is still to be drawn. */
interface Asked {
  readonly name: string
  readonly heading: string
  readonly pages: readonly Lines[]
  readonly done: (specimen: Specimen) => void
  readonly failed: (error: unknown) => void
}

const stackOf = ({ heading, pages }: Asked) =>
  pages.map((lines, at) => [
    { text: heading, fontSize: 16, bold: true, margin: [0, 0, 0, 4] as [number, number, number, number] },
    {
      text: `Лист ${at + 1} из ${pages.length}`,
      color: grey,
      fontSize: 9,
      margin: [0, 0, 0, 20] as [number, number, number, number],
    },
    {
      layout: 'lightHorizontalLines',
      table: {
        widths: [160, '*'],
        body: lines.map(([label, value]) => [{ text: label, color: grey }, value]),
      },
    },
  ])

/** All papers as one document, one after the other. */
async function drawTogether(papers: readonly Asked[]): Promise<Buffer> {
  return toPdf({
    pageSize: 'A4',
    pageMargins: [56, 64, 56, 64],
    content: papers
      .flatMap(stackOf)
      .map((stack, at) => ({ stack, ...(at > 0 && { pageBreak: 'before' as const }) })),
    footer: {
      text: 'ОБРАЗЕЦ ДЛЯ ДЕМОНСТРАЦИИ, ВСЕ ДАННЫЕ ВЫМЫШЛЕНЫ',
      alignment: 'center',
      fontSize: 8,
      color: grey,
    },
    defaultStyle: { fontSize: 11 },
  })
}

/** Puts as many pages as a paper has, from a place on, into a document of its own. */
async function cutOut(
  own: PDFDocument,
  together: PDFDocument,
  from: number,
  { name, pages }: Asked,
): Promise<Specimen> {
  own.setCreator('Ипотека-офис')
  const numbers = pages.map((_, at) => from + at)
  for (const page of await own.copyPages(together, numbers)) own.addPage(page)
  const content = Buffer.from(await own.save())
  return { name, contentType: 'application/pdf', content, pages: pages.length, width: null, height: null }
}

async function drawAll(papers: readonly Asked[]): Promise<void> {
  try {
    // Loaded by the first demo bank alone.
    const { PDFDocument } = await import('@cantoo/pdf-lib')
    const together = await PDFDocument.load(await drawTogether(papers))
    let from = 0
    for (const one of papers) {
      one.done(await cutOut(await PDFDocument.create(), together, from, one))
      from += one.pages.length
    }
  } catch (error) {
    for (const { failed } of papers) failed(error)
  }
}

let asked: Asked[] = []

/**
 * A PDF with a heading and lines on each page; every page says that it is a specimen. What is asked for at one time is
 * drawn as one document and cut apart: most of the time goes into reading the fonts.
 */
export function paper(name: string, heading: string, pages: readonly Lines[]): Promise<Specimen> {
  return new Promise((done, failed) => {
    if (asked.length === 0)
      setImmediate(() => {
        const papers = asked
        asked = []
        void drawAll(papers)
      })
    asked.push({ name, heading, pages, done, failed })
  })
}

const size = { width: 1_200, height: 900 }
const wall = 'fill="none" stroke="#222" stroke-width="14"'

/** The drawing of a flat with so many rooms, without a letter: no fonts are needed for it. */
export async function flatPlan(name: string, rooms: number): Promise<Specimen> {
  const step = 1_000 / rooms
  const walls = Array.from({ length: rooms - 1 }, (_, at) => {
    const x = 100 + step * (at + 1)
    return `<path d="M${x} 100 V330 M${x} 430 V560" ${wall}/><path d="M${x} 430 a100 100 0 0 0 -100 -100" fill="none" stroke="#888" stroke-width="3"/>`
  })
  const windows = Array.from(
    { length: rooms },
    (_, at) =>
      `<rect x="${100 + step * at + step / 2 - 60}" y="92" width="120" height="16" fill="#fff" stroke="#222" stroke-width="3"/>`,
  )
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#fdfcf8"/><rect x="100" y="100" width="1000" height="700" ${wall}/>
    <path d="M100 560 H480 M580 560 H1100 M700 560 V800" ${wall}/>${walls.join('')}${windows.join('')}
    <circle cx="820" cy="700" r="34" fill="none" stroke="#888" stroke-width="4"/>
    <rect x="930" y="640" width="130" height="120" rx="20" fill="none" stroke="#888" stroke-width="4"/></svg>`
  const { default: sharp } = await import('sharp')
  const content = await sharp(Buffer.from(drawing)).png({ compressionLevel: 6 }).toBuffer()
  return { name, contentType: 'image/png', content, pages: 1, ...size }
}
