import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = resolve(import.meta.dirname, '../../../../..')
const main = join(root, 'packages/server/src/main.ts')

export interface ProductOptions {
  /** Directory of the database, files and log; kept between starts. */
  readonly dataDir: string
  readonly port: number
  readonly env?: Record<string, string>
}

/** A port that nobody listens on now. */
export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer().listen(0, 'localhost', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('no port')),
      )
    })
  })

/** Copies the data of a product that has been stopped: the next one starts with the same bank, without filling it. */
export function copyData(from: string, to: string): void {
  if (existsSync(join(from, 'postgres.location')))
    throw new Error(`The database of ${from} lies elsewhere: the user of PostgreSQL may not enter the folder`)
  if (process.platform === 'win32') return cpSync(from, to, { recursive: true })
  // Node copies without the owner, and PostgreSQL takes only a folder of its own user.
  execFileSync('cp', ['-RPp', from, to])
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** The real product in a process of its own, as `npm start` runs it: embedded database and identity, demo bank. */
export class Product {
  readonly url: string
  readonly dataDir: string
  readonly #options: ProductOptions
  #child: ChildProcess | undefined

  constructor(options: ProductOptions) {
    this.#options = options
    this.dataDir = options.dataDir
    this.url = `http://localhost:${options.port}`
  }

  /** File with everything the server printed. */
  get logFile(): string {
    return join(this.dataDir, 'server.log')
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Waits until the server is ready, and starts it where none is running: one that is only slow to answer keeps its port,
   * and a second one would take its place here and end. Throws when it ends or is not ready in time.
   */
  async start(seconds = 90): Promise<void> {
    const child = this.#running() ?? this.#spawn()
    const until = Date.now() + seconds * 1_000
    while (Date.now() < until) {
      if (hasEnded(child))
        throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}: ${this.#lastWords()}`)
      if (await this.isReady()) return
      await sleep(100)
    }
    await this.kill()
    throw new Error(`The server was not ready in ${seconds} s: ${this.#lastWords()}`)
  }

  #running(): ChildProcess | undefined {
    return this.#child !== undefined && !hasEnded(this.#child) ? this.#child : undefined
  }

  #spawn(): ChildProcess {
    mkdirSync(this.dataDir, { recursive: true, mode: 0o755 })
    // Straight into the file: a reader that is busy would hold the server up at its every line.
    const log = openSync(this.logFile, 'a')
    const child = spawn(process.execPath, [main], {
      cwd: root,
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        // As `npm start` does.
        NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
        PORT: String(this.#options.port),
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'info',
        // With a database of its own a server wants to be told what it is.
        ...(this.#options.env?.DATABASE_URL !== undefined && { NODE_ENV: 'development' }),
        ...this.#options.env,
      },
    })
    this.#child = child
    closeSync(log)
    return child
  }

  /** The end of the log, which goes with its folder before anybody can read it. */
  #lastWords(): string {
    return readFileSync(this.logFile, 'utf8').slice(-2_000)
  }

  /** Whether the server takes requests now. */
  async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    await answer?.body?.cancel()
    return answer?.ok ?? false
  }

  /** Asks the server to stop and waits; answers its exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM')
  }

  /** Ends the server at once, as a power failure of the process would. */
  async kill(): Promise<number | null> {
    return this.#end('SIGKILL')
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#running()
    if (child === undefined) return null
    const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
    child.kill(signal)
    return ended
  }
}
