import sharp from 'sharp'
import { toPdf } from '#lib/pdf.ts'

/** Who and what the specimens are about. */
export interface Subject {
  readonly title: string
  readonly number: string
  readonly programme: string
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

/** A PDF with a heading and lines on each page; every page says that it is a specimen. */
export async function paper(
  name: string,
  heading: string,
  pages: readonly (readonly (readonly [label: string, value: string])[])[],
): Promise<Specimen> {
  const content = await toPdf({
    pageSize: 'A4',
    pageMargins: [56, 64, 56, 64],
    content: pages.map((lines, at) => ({
      ...(at > 0 && { pageBreak: 'before' as const }),
      stack: [
        { text: heading, fontSize: 16, bold: true, margin: [0, 0, 0, 4] },
        { text: `Лист ${at + 1} из ${pages.length}`, color: grey, fontSize: 9, margin: [0, 0, 0, 20] },
        {
          layout: 'lightHorizontalLines',
          table: {
            widths: [160, '*'],
            body: lines.map(([label, value]) => [{ text: label, color: grey }, value]),
          },
        },
      ],
    })),
    footer: {
      text: 'ОБРАЗЕЦ ДЛЯ ДЕМОНСТРАЦИИ, ВСЕ ДАННЫЕ ВЫМЫШЛЕНЫ',
      alignment: 'center',
      fontSize: 8,
      color: grey,
    },
    defaultStyle: { fontSize: 11 },
  })
  return { name, contentType: 'application/pdf', content, pages: pages.length, width: null, height: null }
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
  const content = await sharp(Buffer.from(drawing)).png({ compressionLevel: 6 }).toBuffer()
  return { name, contentType: 'image/png', content, pages: 1, ...size }
}
