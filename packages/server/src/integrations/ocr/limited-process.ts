import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** What a child process may use; whatever it started itself counts and ends with it. */
export interface Limits {
  readonly seconds: number
  readonly megabytes: number
  /** Bytes of output above which it is stopped. */
  readonly outputBytes?: number
}

/** Why a child process ended before it was done. */
export type ProcessEnd = 'time' | 'memory' | 'output' | 'cancelled' | 'failed'

/** A child process that did not do its work. */
export class ProcessFailure extends Error {
  readonly end: ProcessEnd

  constructor(end: ProcessEnd, message: string) {
    super(message)
    this.name = 'ProcessFailure'
    this.end = end
  }
}

const outputLimit = 32 * 1_048_576
const watchMs = 200
const megabyte = 1_048_576

/** Ends the process and everything in its group. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Resident memory in megabytes; 0 where the system does not tell or the process is gone. */
async function residentMegabytes(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024
  } catch {
    // No /proc here (macOS, Windows) or the process has just ended.
    return 0
  }
}

/** How a program is run. */
export interface RunOptions {
  readonly input?: Buffer | string
  readonly signal?: AbortSignal
  /** Instead of the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Part of the caller's group, to end with it; otherwise the head of a group of its own. */
  readonly inGroup?: boolean
}

/** Runs a program and gives its output; throws `ProcessFailure` at a limit or a failure. */
export async function runLimited(
  command: string,
  args: readonly string[],
  limits: Limits,
  { input, signal, env, inGroup = false }: RunOptions = {},
): Promise<Buffer> {
  if (signal?.aborted) throw new ProcessFailure('cancelled', `${command}: cancelled`)
  const child = spawn(command, args, { detached: !inGroup, stdio: 'pipe', ...(env !== undefined && { env }) })
  const kill = () => (inGroup ? child.kill('SIGKILL') : killGroup(child.pid))
  const output: Buffer[] = []
  let length = 0
  let complaint = ''
  let end: ProcessEnd | null = null
  const stop = (why: ProcessEnd) => {
    end ??= why
    kill()
  }
  const cancel = () => stop('cancelled')
  signal?.addEventListener('abort', cancel, { once: true })
  const late = setTimeout(() => stop('time'), limits.seconds * 1_000)
  const watch = setInterval(() => {
    if (child.pid === undefined) return
    void residentMegabytes(child.pid).then((used) => {
      if (used > limits.megabytes) stop('memory')
    })
  }, watchMs)
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > (limits.outputBytes ?? outputLimit)) stop('output')
    else output.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2_000)
  })
  // A child that is killed while it is being fed is told of by its end.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  try {
    const code = await new Promise<number | null>((done, failed) => {
      child.on('error', failed)
      child.on('close', done)
    })
    if (end !== null) throw new ProcessFailure(end, `${command}: stopped (${end})`)
    if (code !== 0)
      throw new ProcessFailure('failed', `${command}: ${complaint.trim() || `exit code ${code}`}`)
    return Buffer.concat(output)
  } finally {
    clearTimeout(late)
    clearInterval(watch)
    signal?.removeEventListener('abort', cancel)
    kill()
  }
}

/** A shell in front of a program that may not have more memory than so much; only where there is a shell. */
export const withMemoryLimit = (
  megabytes: number,
  command: string,
  args: readonly string[],
): readonly [string, readonly string[]] =>
  process.platform === 'win32'
    ? [command, args]
    : [
        '/bin/sh',
        ['-c', `ulimit -v ${Math.round((megabytes * megabyte) / 1_024)}; exec "$0" "$@"`, command, ...args],
      ]
