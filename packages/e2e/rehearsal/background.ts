import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program that goes on beside the rehearsal, its words in a file. */
export interface Background {
  readonly pid: number | undefined
  /** The end of what it has printed. */
  lastWords(): string
  stop(signal?: NodeJS.Signals): Promise<void>
}

const started = new Set<ChildProcess>()

/** Whatever still runs when the rehearsal ends goes with it. */
export function stopEverything(): void {
  for (const child of started) {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Starts a program in a group of its own. */
export function startInBackground(
  command: string,
  args: readonly string[],
  {
    logFile,
    env,
    cwd = '/',
  }: { readonly logFile: string; readonly env: NodeJS.ProcessEnv; readonly cwd?: string },
): Background {
  const log = openSync(logFile, 'a')
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', log, log], detached: true })
  started.add(child)
  const ended = new Promise<void>((done) =>
    child.once('exit', () => {
      started.delete(child)
      done()
    }),
  )
  return {
    pid: child.pid,
    lastWords: () => readFileSync(logFile, 'utf8').slice(-3_000),
    async stop(signal = 'SIGTERM') {
      if (!started.has(child)) return
      process.kill(-(child.pid ?? 0), signal)
      await ended
    },
  }
}

/** Waits until an address answers well; says what the program has printed when it does not in time. */
export async function untilAnswers(url: string, seconds: number, program: Background): Promise<void> {
  const until = performance.now() + seconds * 1_000
  for (;;) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    if (performance.now() > until)
      throw new Error(`${url} не ответил за ${seconds} с:\n${program.lastWords()}`)
    await sleep(200)
  }
}
