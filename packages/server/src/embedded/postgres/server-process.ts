import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { quietEnvironment, run } from './cluster.ts'
import type { Places } from './places.ts'
import { isAlive, type Postmaster, readPostmaster, removeStalePidFile, waitFor } from './postmaster.ts'
import { PostgresStartError } from './start-error.ts'

/** Where the server listens: a unix socket, or a loopback port where the socket's path would be too long. */
export interface Address {
  readonly socketDir: string
  readonly port: number
}

const socketPathLimit = 100
const logSizeLimit = 10_000_000

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A new server's address; a running one keeps its own. */
export async function chooseAddress(places: Places): Promise<Address> {
  const fits = process.platform !== 'win32' && `${places.run}/.s.PGSQL.5432`.length <= socketPathLimit
  return fits ? { socketDir: places.run, port: 5432 } : { socketDir: '', port: await freePort() }
}

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logSizeLimit) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o640)
}

function launch(
  bin: string,
  places: Places,
  address: Address,
  settings: Record<string, string>,
): ChildProcess {
  const all: Record<string, string> = {
    listen_addresses: address.socketDir === '' ? '127.0.0.1' : '',
    unix_socket_directories: address.socketDir,
    port: String(address.port),
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openLog(places.logFile)
  try {
    // Its own session: Ctrl C in the terminal must not stop the database before the server has finished.
    return spawn(join(bin, 'postgres'), ['-D', places.data, ...flags], {
      ...places.user.ids,
      cwd: places.home,
      env: quietEnvironment,
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    closeSync(log)
  }
}

const startTries = 40

/** Starts the server and waits until it accepts connections; retries while leftovers of a killed one fade away. */
export async function launchAndWait(
  bin: string,
  places: Places,
  address: Address,
  settings: Record<string, string>,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    await removeStalePidFile(places.data)
    const child = launch(bin, places, address, settings)
    let ended: string | null = null
    child.once('error', (error) => (ended = error.message))
    child.once('exit', (code, signal) => (ended = `код ${code ?? signal}`))
    child.unref()
    const ready = await waitFor<Postmaster | 'ended'>(() => {
      if (ended !== null) return 'ended'
      const seen = readPostmaster(places.data)
      return seen?.pid === child.pid && seen?.status === 'ready' ? seen : null
    }, 120_000)
    if (ready !== null && ready !== 'ended') return ready
    // Backends of a killed postmaster hold the shared memory up to a second or two.
    if (attempt >= startTries || ready === null) {
      throw new PostgresStartError(
        `PostgreSQL не запустилась (${ended ?? 'нет ответа 120 с'}). Журнал: ${places.logFile}`,
      )
    }
    await sleep(attempt < 10 ? 100 : 500)
  }
}

/** A running server of this folder that can be used; a stopping one is waited out, a starting one awaited. */
export async function findRunning(places: Places): Promise<Postmaster | null> {
  const seen = await waitFor<Postmaster | 'none'>(() => {
    const postmaster = readPostmaster(places.data)
    if (postmaster === null) return 'none'
    return postmaster.status === 'ready' ? postmaster : null
  }, 60_000)
  if (seen === null) throw new PostgresStartError(`Прежняя PostgreSQL не отвечает. Журнал: ${places.logFile}`)
  return seen === 'none' ? null : seen
}

/** Fast shutdown: open transactions are rolled back, everything answered is on the disk. */
export async function shutDown(bin: string, places: Places, pid: number): Promise<void> {
  const gone = () => (isAlive(pid) ? null : true)
  if (gone()) return
  if (process.platform === 'win32') {
    await run(join(bin, 'pg_ctl'), ['stop', '-m', 'fast', '-D', places.data], places)
    return
  }
  process.kill(pid, 'SIGINT')
  if (await waitFor(gone, 30_000)) return
  process.kill(pid, 'SIGQUIT')
  await waitFor(gone, 10_000)
}
