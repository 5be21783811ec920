import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './postgres/postmaster.ts'

interface Holder {
  pid: number
  /** Linux: start of the process in clock ticks; a reused id has another one. */
  started: string
  url: string
  stopping: boolean
}

/** The data folder is in use by another server of ours. */
export class DataInUse extends Error {
  constructor(dataDir: string, holder: Holder) {
    super(
      `Система уже работает: ${holder.url} (процесс ${holder.pid}, данные ${dataDir}). ` +
        'Остановите её (Ctrl C) или задайте другой DATA_DIR.',
    )
    this.name = 'DataInUse'
  }
}

/** The right to use a data folder, until released or until the process ends in any way. */
export interface DataLock {
  /** Tells a next start to wait for us instead of refusing. */
  markStopping(): void
  release(): void
}

function startOf(pid: number): string {
  if (process.platform !== 'linux') return ''
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function readHolder(file: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return isAlive(holder.pid) && startOf(holder.pid) === holder.started ? holder : null
  } catch {
    // Absent, or cut off by a crash while it was written.
    return null
  }
}

function tryCreate(file: string, holder: Holder): boolean {
  try {
    const handle = openSync(file, 'wx')
    writeSync(handle, JSON.stringify(holder))
    closeSync(handle)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

const waitForStopping = 30_000

/** Takes the folder for this process; waits for a server that is just stopping, throws `DataInUse` for a working one. */
export async function lockData(dataDir: string, url: string, log: (line: string) => void): Promise<DataLock> {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'server.lock')
  const mine: Holder = { pid: process.pid, started: startOf(process.pid), url, stopping: false }
  const until = Date.now() + waitForStopping
  let told = false
  while (!tryCreate(file, mine)) {
    const holder = readHolder(file)
    if (holder === null) {
      rmSync(file, { force: true })
      continue
    }
    if (!holder.stopping || Date.now() > until) throw new DataInUse(dataDir, holder)
    if (!told) log(`прежний сервер (процесс ${holder.pid}) ещё останавливается, ждём`)
    told = true
    await sleep(100)
  }
  return {
    markStopping: () => writeFileSync(file, JSON.stringify({ ...mine, stopping: true })),
    release: () => rmSync(file, { force: true }),
  }
}

/** Whether a server of ours uses the folder now. */
export const isDataInUse = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'server.lock')) && readHolder(join(dataDir, 'server.lock')) !== null
