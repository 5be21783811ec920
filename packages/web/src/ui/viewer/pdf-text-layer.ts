import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Rotation } from './page-layout.ts'
import { type PdfFile, textViewport } from './pdf-file.ts'
import type { TextMatch } from './text-search.ts'

/** Part of a page, in parts of its width and height. */
export interface Mark {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The text of a page over its picture: what can be chosen and copied. */
export interface PageText {
  /** Where a found piece of text stands. */
  marks(match: TextMatch): Mark[]
  cancel(): void
}

/** Lays the text of a page into an element of the page's size. */
export async function layText(
  file: PdfFile,
  index: number,
  place: HTMLElement,
  { scale, rotation, signal }: { scale: number; rotation: Rotation; signal: AbortSignal },
): Promise<PageText | null> {
  const [page, { content }] = await Promise.all([file.page(index), file.runs(index)])
  if (signal.aborted) return null
  const container = document.createElement('div')
  container.dataset.textLayer = ''
  place.replaceChildren(container)
  const layer = new TextLayer({
    textContentSource: content,
    container,
    viewport: textViewport(page, scale, rotation),
  })
  signal.addEventListener('abort', () => layer.cancel())
  await layer.render()
  return { marks: (match) => marksOf(layer.textDivs, match, place), cancel: () => layer.cancel() }
}

function marksOf(runs: readonly HTMLElement[], { from, to }: TextMatch, place: HTMLElement): Mark[] {
  const box = place.getBoundingClientRect()
  const marks: Mark[] = []
  for (let run = from.run; run <= to.run; run += 1) {
    const node = runs[run]?.firstChild
    if (!(node instanceof Text)) continue
    const range = document.createRange()
    range.setStart(node, run === from.run ? Math.min(from.offset, node.length) : 0)
    range.setEnd(node, run === to.run ? Math.min(to.offset, node.length) : node.length)
    for (const rect of range.getClientRects())
      if (rect.width > 0)
        marks.push({
          left: (rect.left - box.left) / box.width,
          top: (rect.top - box.top) / box.height,
          width: rect.width / box.width,
          height: rect.height / box.height,
        })
  }
  return marks
}
