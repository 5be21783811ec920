import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
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

/** One child that looks through one file at a time; whatever kills it, the next file gets a new one. */
export class InspectorProcess {
  readonly #options: ProcessOptions
  #child: ChildProcess | null = null
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
    const outcome = await this.#ask(this.#running(), order, killed)
    this.#seen += 1
    if (this.#seen >= filesPerProcess) this.end()
    this.#idle = setTimeout(() => this.end(), idleMs).unref()
    return outcome
  }

  end(): void {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
    this.#child = null
    this.#seen = 0
  }

  #running(): ChildProcess {
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
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.unref()
    started.channel?.unref()
    started.on('exit', () => {
      if (this.#child === started) this.#child = null
    })
    this.#child = started
    return started
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
