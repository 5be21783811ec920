import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFPageProxy,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite makes the address of a file its default export
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type { FileSource, OnProgress, OpenedFile } from './file-source.ts'
import type { Size } from './page-layout.ts'
import { type SearchText, searchText, type TextRun } from './text-search.ts'

GlobalWorkerOptions.workerSrc = workerUrl

// Fonts, character maps and decoders of images lie beside our own files; nothing is asked of anybody else.
const assets = `/static/pdf-${version}/`
/** What is read before the first page is shown; shorter files come whole. */
const headBytes = 4 * 1_048_576
const partBytes = 512 * 1_024
/** Points of a PDF are 1/72 inch, px of CSS are 1/96. */
const pxInPoint = 96 / 72
const retryMs = [500, 1_000, 2_000, 4_000, 8_000]

/** A file that is no PDF any more, or one that wants a password. */
export class PdfProblem extends Error {
  readonly kind: 'broken' | 'password'

  constructor(kind: 'broken' | 'password') {
    super(kind)
    this.kind = kind
  }
}

/** An opened PDF; pages are counted from 0. */
export interface PdfFile {
  readonly pageCount: number
  /** Natural sizes of pages at 100 %, as far as they are known: those that were not opened look like the first one. */
  readonly firstSize: Size
  page(index: number): Promise<PDFPageProxy>
  sizeOf(page: PDFPageProxy): Size
  /** Runs of text of a page, for its layer. */
  runs(index: number): Promise<{ runs: readonly TextRun[]; content: TextContent }>
  text(index: number): Promise<SearchText>
  close(): void
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads the parts that pages need; a lost connection is waited out. */
class PartsTransport extends PDFDataRangeTransport {
  readonly #file: OpenedFile
  readonly #signal: AbortSignal

  constructor(file: OpenedFile, signal: AbortSignal) {
    super(file.size, file.head)
    this.#file = file
    this.#signal = signal
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#read(begin, end)
  }

  async #read(begin: number, end: number): Promise<void> {
    for (let attempt = 0; !this.#signal.aborted; attempt += 1) {
      try {
        this.onDataRange(begin, await this.#file.part(begin, end, this.#signal))
        return
      } catch {
        await pause(retryMs[Math.min(attempt, retryMs.length - 1)] ?? 8_000, this.#signal)
      }
    }
  }
}

const isWhole = ({ head, size }: OpenedFile) => head.length >= size

function startLoading(file: OpenedFile, signal: AbortSignal): PDFDocumentLoadingTask {
  return getDocument({
    ...(isWhole(file) ? { data: file.head } : { range: new PartsTransport(file, signal) }),
    rangeChunkSize: partBytes,
    disableStream: true,
    disableAutoFetch: true,
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
    iccUrl: `${assets}iccs/`,
    // The worker reads hostile files, so it may talk to nobody: the page fetches for it.
    useWorkerFetch: false,
    disableWorkerRendering: true,
    enableXfa: false,
    // A page of A0 at 300 dots per inch; more is a bomb.
    maxImageSize: 140_000_000,
    verbosity: 0,
  })
}

function problemOf(failure: unknown): unknown {
  if (failure instanceof PasswordException) return new PdfProblem('password')
  return failure instanceof InvalidPDFException ? new PdfProblem('broken') : failure
}

/** Opens a PDF of a source; rejects with {@link PdfProblem} or with what the source failed with. */
export async function openPdf(
  source: FileSource,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<PdfFile> {
  const file = await source.open(headBytes, signal, onProgress)
  signal.throwIfAborted()
  const task = startLoading(file, signal)
  signal.addEventListener('abort', () => void task.destroy())
  try {
    const pdf = await task.promise
    const sizeOf = (page: PDFPageProxy): Size => {
      const { width, height } = page.getViewport({ scale: pxInPoint })
      return { width, height }
    }
    const contents = new Map<number, Promise<TextContent>>()
    const contentOf = (index: number) => {
      const known = contents.get(index)
      if (known) return known
      const content = pdf.getPage(index + 1).then((page) => page.getTextContent())
      contents.set(index, content)
      return content
    }
    const runsOf = async (index: number) => {
      const content = await contentOf(index)
      return { content, runs: content.items.filter((item) => 'str' in item) }
    }
    const texts = new Map<number, SearchText>()
    return {
      pageCount: pdf.numPages,
      firstSize: sizeOf(await pdf.getPage(1)),
      page: (index) => pdf.getPage(index + 1),
      sizeOf,
      runs: runsOf,
      async text(index) {
        const known = texts.get(index) ?? searchText((await runsOf(index)).runs)
        texts.set(index, known)
        return known
      },
      close: () => void task.destroy(),
    }
  } catch (failure) {
    void task.destroy()
    signal.throwIfAborted()
    throw problemOf(failure)
  }
}

/** How large a canvas may be: larger ones are drawn coarser, browsers refuse them else. */
const maxCanvasPixels = 16_000_000

/** Draws a page; `scale` counts px of CSS, `sharpness` device pixels in one of them. */
export function drawPage(
  page: PDFPageProxy,
  { scale, rotation, sharpness }: { scale: number; rotation: number; sharpness: number },
): { canvas: HTMLCanvasElement; done: Promise<void>; cancel: () => void } {
  const wanted = scale * pxInPoint * sharpness
  const turn = (page.rotate + rotation) % 360
  const whole = page.getViewport({ scale: wanted, rotation: turn })
  const excess = Math.sqrt((whole.width * whole.height) / maxCanvasPixels)
  const viewport = excess > 1 ? page.getViewport({ scale: wanted / excess, rotation: turn }) : whole
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE })
  return { canvas, done: task.promise, cancel: () => task.cancel() }
}

/** The viewport of a page's text layer. */
export const textViewport = (page: PDFPageProxy, scale: number, rotation: number) =>
  page.getViewport({ scale: scale * pxInPoint, rotation: (page.rotate + rotation) % 360 })
