import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RecognitionKind, RecognitionState } from '@ipoteka-office/contract/recognition/recognition.ts'
import { type Limits, runLimited } from '#integrations/ocr/limited-process.ts'
import { findTesseract, type Tesseract } from '#integrations/ocr/tesseract.ts'
import { WorkQueue } from '#integrations/ocr/work-queue.ts'
import type { Recognised, RecognitionJob } from './recognised.ts'

/** A file to recognise. */
export interface RecogniserInput {
  readonly kind: RecognitionKind
  readonly contentType: string
  readonly content: Readable
  /** The bank's date, ISO. */
  readonly today: string
}

/** The reader of scans of this server. */
export interface Recogniser {
  state(): Promise<RecognitionState>
  /** Rejects with `QueueFull` or `ProcessFailure`; the caller has seen that it is available. */
  recognise(input: RecogniserInput, signal: AbortSignal): Promise<Recognised>
}

/** How a recogniser is set up. */
export interface RecogniserOptions {
  /** Path or name of tesseract. */
  readonly tesseract: string
  readonly limits?: Limits
  /** The program of the child process; tests put a bad one in its place. */
  readonly child?: string
  /** Where scans lie while they are read. */
  readonly folder?: string
  readonly atOnce?: number
  readonly mostWaiting?: number
}

const usualLimits: Limits = { seconds: 60, megabytes: 1_400 }
const usualChild = join(import.meta.dirname, 'recognise-child.ts')
/** A tesseract that was installed later is noticed after this time. */
const lookAgainMs = 60_000
const howToInstall =
  'Установите на сервере tesseract с русскими данными (Debian: apt-get install tesseract-ocr tesseract-ocr-rus) или укажите путь в TESSERACT_PATH'

/** Copies the file to a place of its own for as long as the work lasts. */
async function withCopy<T>(place: string, content: Readable, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(place, 'recognise-'))
  try {
    const path = join(folder, 'page')
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A recogniser that reads each file in a child process of limited time and memory. */
export function openRecogniser(options: RecogniserOptions): Recogniser {
  const {
    limits = usualLimits,
    child = usualChild,
    atOnce = 2,
    mostWaiting = 10,
    folder = tmpdir(),
  } = options
  const queue = new WorkQueue({ atOnce, mostWaiting })
  let found: Promise<Tesseract | string> | undefined
  let lookedAt = 0
  const look = () => {
    lookedAt = Date.now()
    found = findTesseract(options.tesseract)
    return found
  }
  const engine = async (): Promise<Tesseract | string> => {
    const known = await (found ?? look())
    return typeof known !== 'string' || Date.now() - lookedAt < lookAgainMs ? known : look()
  }
  return {
    async state() {
      const known = await engine()
      const isThere = typeof known !== 'string'
      return {
        available: isThere,
        engine: isThere ? `Tesseract ${known.version}` : null,
        message: isThere ? null : `Распознавание недоступно: ${known}. ${howToInstall}`,
        running: queue.running,
        waiting: queue.waiting,
      }
    },
    recognise({ content, ...input }, signal) {
      const work = async () => {
        const tesseract = await engine()
        if (typeof tesseract === 'string') throw new Error(tesseract)
        const answer = await withCopy(folder, content, (path) => {
          const job: RecognitionJob = { ...input, path, tesseract }
          const args = ['--max-old-space-size=512', child]
          return runLimited(process.execPath, args, limits, { input: JSON.stringify(job), signal })
        })
        return JSON.parse(answer.toString()) as Recognised
      }
      return queue.run(work, signal).finally(() => content.destroy())
    },
  }
}
