import { frame, type Grey, toPng } from './grey.ts'
import { runLimited, withMemoryLimit } from './limited-process.ts'
import { type Word, wordsOfTsv } from './words.ts'

/** A reader of text that was found on this machine. */
export interface Tesseract {
  readonly path: string
  /** «5.3.0». */
  readonly version: string
}

/** How tesseract divides the picture: a page of blocks, one block, one line, or text wherever it is. */
export const segmentation = { page: 3, block: 6, line: 7, sparse: 11 } as const

/** What to look for in a picture. */
export interface ReadOptions {
  readonly language: 'rus' | 'eng'
  readonly segmentation: keyof typeof segmentation
  /** Nothing but these signs is read. */
  readonly signs?: string
  /** Resolution to assume. */
  readonly dpi?: number
  readonly signal?: AbortSignal
}

const limits = { seconds: 20, megabytes: 700 } as const
/** One core for each reading: several at once are faster than one on all cores. */
const environment = { PATH: '/usr/bin:/bin', OMP_THREAD_LIMIT: '1', LC_ALL: 'C' }

/** Looks for tesseract with Russian data; a text when it cannot be used, in Russian. */
export async function findTesseract(path: string): Promise<Tesseract | string> {
  try {
    const about = await runLimited(path, ['--version'], { seconds: 10, megabytes: 300 })
    const version = /tesseract\s+v?(\d+(?:\.\d+)+)/.exec(about.toString())?.[1]
    if (version === undefined) return `${path} — не tesseract`
    const languages = await runLimited(path, ['--list-langs'], { seconds: 10, megabytes: 300 })
    const names = languages.toString().split('\n')
    const missing = ['rus', 'eng'].filter((name) => !names.includes(name))
    if (missing.length > 0) return `у tesseract нет данных языка: ${missing.join(', ')}`
    return { path, version }
  } catch {
    return 'программа tesseract не установлена'
  }
}

/** Reads the words of a picture; their places are those of the picture. */
export async function readWords(
  { path }: Tesseract,
  picture: Grey,
  { language, segmentation: how, signs, dpi = 300, signal }: ReadOptions,
): Promise<Word[]> {
  const args = ['stdin', 'stdout', '-l', language, '--psm', String(segmentation[how]), '--dpi', String(dpi)]
  if (signs !== undefined) args.push('-c', `tessedit_char_whitelist=${signs}`)
  const [command, rest] = withMemoryLimit(1_500, path, [...args, 'tsv'])
  const tsv = await runLimited(command, rest, limits, {
    input: await toPng(picture),
    env: environment,
    inGroup: true,
    ...(signal !== undefined && { signal }),
  })
  return wordsOfTsv(tsv.toString()).map((word) => ({ ...word, x: word.x - frame, y: word.y - frame }))
}
