import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { unavailable } from '#http/errors.ts'
import type { InspectionOrder, ShrinkOrder, Shrunk, Verdict } from './inspector.ts'

export interface ProcessOptions {
  readonly roots: readonly string[]
  readonly timeoutMs: number
  readonly memory: number
  readonly onError: (error: unknown) => void
}

const root = resolve(import.meta.dirname, '../../../../..')
/** The child's own code and its libraries: not the data, which may lie beside them. */
const code = ['packages', 'node_modules', 'package.json'].map((name) => join(root, name))
const child = join(import.meta.dirname, 'inspect-child.ts')
const memoryCheckMs = 50
/** A process that has seen so many files makes room for a fresh one. */
const filesPerProcess = 200
/** And one that has had nothing to do for so long gives its memory back. */
const idleMs = 60_000
const pageSize = 4_096
/** A process that is not ready by then is not going to be. */
const startMs = 60_000
/** Of what a process says that cannot start. */
const saidAtMost = 2_000

const tooHard: Verdict = {
  ok: false,
  reason:
    'Файл слишком сложен для проверки: сохраните его заново в программе, в которой он сделан, или разделите на части',
}

/** Resident bytes of a process where the system tells (Linux); 0 elsewhere: there the heap's own limit remains. */
async function residentBytes(pid: number): Promise<number> {
  try {
    return Number((await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')[1]) * pageSize
  } catch {
    return 0
  }
}

/** What a child has said, as far as a log can take it: the reason why it cannot start is in the first lines. */
function sayings(started: ChildProcess): () => string {
  let said = ''
  const stream = started.stderr
  stream?.setEncoding('utf8').on('data', (part: string) => {
    if (said.length < saidAtMost) said = (said + part).slice(0, saidAtMost)
  })
  // An idle child holds nobody up.
  if (stream instanceof Socket) stream.unref()
  return () => said.trim()
}

/** Resolves when the child has loaded its code; rejects with what it said when it ends before that. */
function whenReady(started: ChildProcess): Promise<void> {
  const { promise, resolve: ready, reject } = Promise.withResolvers<void>()
  const said = sayings(started)
  const tooLong = setTimeout(() => started.kill('SIGKILL'), startMs)
  const failed = (why: unknown) =>
    reject(new Error(`An inspector of files could not start: ${why} ${said()}`))
  started.once('message', () => ready())
  started.once('error', failed)
  // Not «exit»: what it said may still be on its way then.
  started.once('close', (exit, signal) => failed(exit ?? signal))
  return promise.finally(() => clearTimeout(tooLong))
}

interface Running {
  readonly process: ChildProcess
  readonly ready: Promise<void>
}

/** One child that looks through one file at a time; whatever kills it, the next file gets a new one. */
export class InspectorProcess {
  readonly #options: ProcessOptions
  #child: Running | null = null
  #seen = 0
  #idle: NodeJS.Timeout | undefined

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  inspect(order: InspectionOrder): Promise<Verdict> {
    return this.#do(order, tooHard)
  }

  shrink(order: ShrinkOrder): Promise<Shrunk> {
    return this.#do(order, { ok: false })
  }

  async #do<T>(order: InspectionOrder | ShrinkOrder, killed: T): Promise<T> {
    clearTimeout(this.#idle)
    const outcome = await this.#ask(await this.#started(), order, killed)
    this.#seen += 1
    if (this.#seen >= filesPerProcess) this.end()
    this.#idle = setTimeout(() => this.end(), idleMs).unref()
    return outcome
  }

  end(): void {
    clearTimeout(this.#idle)
    this.#child?.process.kill('SIGKILL')
    this.#child = null
    this.#seen = 0
  }

  /** A child that is ready for an order; that there is none is told as it is, and not blamed on the file. */
  async #started(): Promise<ChildProcess> {
    const { process, ready } = this.#running()
    try {
      process.ref()
      process.channel?.ref()
      await ready
      return process
    } catch (error) {
      // One that was never there tells of no end either.
      this.end()
      this.#options.onError(error)
      throw unavailable('Проверка файлов сейчас недоступна, повторите через несколько минут')
    } finally {
      process.unref()
      process.channel?.unref()
    }
  }

  #running(): Running {
    if (this.#child !== null) return this.#child
    const { roots, memory } = this.#options
    const started = fork(child, {
      // Nothing of the server's settings and secrets.
      env: { NODE_ENV: 'production', UV_THREADPOOL_SIZE: '2', VIPS_CONCURRENCY: '1' },
      // No network, no processes, no files but its own code and the spool.
      execArgv: [
        '--permission',
        '--allow-addons',
        '--disable-warning=SecurityWarning',
        `--max-old-space-size=${Math.floor(memory / 1_048_576)}`,
        ...[...code, ...roots].map((folder) => `--allow-fs-read=${folder}`),
        ...roots.map((folder) => `--allow-fs-write=${folder}`),
      ],
      serialization: 'json',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    started.unref()
    started.channel?.unref()
    started.on('exit', () => {
      if (this.#child === running) this.#child = null
    })
    const running = { process: started, ready: whenReady(started) }
    this.#child = running
    return running
  }

  async #ask<T>(asked: ChildProcess, order: InspectionOrder | ShrinkOrder, killed: T): Promise<T> {
    const { timeoutMs, memory, onError } = this.#options
    const { promise, resolve: answer, reject } = Promise.withResolvers<T>()
    const onMessage = (message: unknown) => answer(message as T)
    const onExit = (exit: number | null, signal: string | null) => {
      onError(new Error(`A file ended its inspector: ${exit ?? signal}, ${order.size} bytes`))
      answer(killed)
    }
    const overTime = setTimeout(() => asked.kill('SIGKILL'), timeoutMs)
    const watch = setInterval(() => {
      void residentBytes(asked.pid ?? 0).then((used) => used > memory && asked.kill('SIGKILL'))
    }, memoryCheckMs)
    asked.once('message', onMessage)
    asked.once('exit', onExit)
    asked.once('error', reject)
    try {
      asked.channel?.ref()
      asked.send(order)
      return await promise
    } finally {
      asked.channel?.unref()
      clearTimeout(overTime)
      clearInterval(watch)
      asked.off('message', onMessage)
      asked.off('exit', onExit)
      asked.off('error', reject)
    }
  }
}
