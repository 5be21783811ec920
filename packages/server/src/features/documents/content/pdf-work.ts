import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { overloaded, unavailable } from '#http/errors.ts'

/** A stored file that lies in the folder of the work. */
export interface PageSource {
  readonly path: string
  readonly contentType: string
  /** Clockwise, beside what the file itself says. */
  readonly rotation: number
}
/** What is to be made: one PDF of many files, or several of one. */
export type PdfOrder =
  | {
      readonly kind: 'merge'
      readonly sources: readonly PageSource[]
      readonly out: string
      readonly maxPages: number
    }
  | {
      readonly kind: 'split'
      readonly source: string
      /** Pages counted from 1, for each file that comes out. */
      readonly parts: readonly { readonly pages: readonly number[]; readonly out: string }[]
    }
export type PdfOutcome =
  | { readonly ok: true; readonly pages: number }
  /** `at`: the source that could not be read; null: there are too many pages. */
  | { readonly ok: false; readonly at: number | null }

const code = resolve(import.meta.dirname, '../../../../../..')
const child = join(import.meta.dirname, 'pdf-child.ts')
const timeoutMs = 120_000
const memory = 1_280 * 1_048_576
const memoryCheckMs = 100
const pageSize = 4_096
const parallel = 2
const waiting = 16

let running = 0
const queue: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= parallel) {
    if (queue.length >= waiting) throw overloaded()
    await new Promise<void>((go) => queue.push(go))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

/** Resident bytes of a process where the system tells (Linux); 0 elsewhere. */
async function residentBytes(pid: number): Promise<number> {
  try {
    return Number((await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')[1]) * pageSize
  } catch {
    return 0
  }
}

const tooHard = () =>
  unavailable(
    'Собрать PDF не удалось: файлы слишком велики или сложны. Выберите меньше документов',
    'ER_UTIL',
  )

/** Runs the work in a process of its own that may read and write nothing but the folder, for a limited time and memory. */
export function runPdfWork(folder: string, order: PdfOrder): Promise<PdfOutcome> {
  return inTurn(async () => {
    const worker = fork(child, {
      env: { NODE_ENV: 'production', VIPS_CONCURRENCY: '1' },
      execArgv: [
        '--permission',
        '--allow-addons',
        '--disable-warning=SecurityWarning',
        `--max-old-space-size=${memory / 1_048_576}`,
        `--allow-fs-read=${code}`,
        `--allow-fs-read=${folder}`,
        `--allow-fs-write=${folder}`,
      ],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const { promise, resolve: answer, reject } = Promise.withResolvers<PdfOutcome>()
    worker.once('message', (message) => answer(message as PdfOutcome))
    worker.once('exit', () => reject(tooHard()))
    worker.once('error', reject)
    const overTime = setTimeout(() => worker.kill('SIGKILL'), timeoutMs)
    const watch = setInterval(() => {
      void residentBytes(worker.pid ?? 0).then((bytes) => bytes > memory && worker.kill('SIGKILL'))
    }, memoryCheckMs)
    try {
      worker.send(order)
      return await promise
    } finally {
      clearTimeout(overTime)
      clearInterval(watch)
      worker.kill('SIGKILL')
    }
  })
}
