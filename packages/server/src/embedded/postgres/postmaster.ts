import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a running server writes about itself into postmaster.pid. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Empty when it listens on no unix socket. */
  readonly socketDir: string
  /** starting, ready, stopping; empty in the first milliseconds. */
  readonly status: string
}

const pidFile = (data: string) => join(data, 'postmaster.pid')

/** Whether the process is there and not a zombie that nobody reaps (a container without init). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2).charAt(0))
  } catch {
    return false
  }
}

/** Ids are reused: ours is the one whose command line names our data folder. */
function isOurs(pid: number, data: string): boolean {
  if (process.platform === 'win32') return true
  const command =
    process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ')
      : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return command.includes('postgres') && (command.includes(data) || command.includes(realpathSync(data)))
}

/** The running server of this data folder, if any. */
export function readPostmaster(data: string): Postmaster | null {
  if (!existsSync(pidFile(data))) return null
  try {
    const lines = readFileSync(pidFile(data), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid) || !isOurs(pid, data)) return null
    return {
      pid,
      port: Number(lines[3] ?? 0),
      socketDir: (lines[4] ?? '').trim(),
      status: (lines[7] ?? '').trim(),
    }
  } catch (error) {
    // It went away between two looks.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** A pid file whose process is gone or not ours would keep PostgreSQL from starting when the id was reused. */
export async function removeStalePidFile(data: string): Promise<void> {
  if (readPostmaster(data) === null) await rm(pidFile(data), { force: true })
}

/** Polls until the function answers something else than null, or the time is over. */
export async function waitFor<T>(look: () => T | null, milliseconds: number, step = 10): Promise<T | null> {
  const end = Date.now() + milliseconds
  for (;;) {
    const seen = look()
    if (seen !== null || Date.now() > end) return seen
    await sleep(step)
  }
}
