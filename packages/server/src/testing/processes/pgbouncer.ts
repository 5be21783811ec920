import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { templateUrl } from '../test-database.ts'
import { freePort } from './product.ts'

const [, version] =
  /PgBouncer 1\.(\d+)/.exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
/** Whether the system has PgBouncer; Debian 12 packages 1.18. */
export const hasPgBouncer = version !== undefined
/** Whether it can keep names of statements. */
export const keepsNames = Number(version) >= 21

/** A pooler of one test before every database of a server. */
export interface PgBouncer {
  /** The same database by way of the pooler. */
  urlOf(databaseUrl: string): string
  close(): Promise<void>
}

const startMs = 20_000

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end())
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(true))
  })

const hostOf = ({ hostname, searchParams }: URL) => searchParams.get('host') ?? decodeURIComponent(hostname)

/** What pgbouncer.ini says of the server that an address names; quotes are doubled there. */
function serverOf(url: string, connectQuery: string): string {
  const address = new URL(url)
  const { port, username, password, searchParams } = address
  const parts = {
    host: hostOf(address),
    port: searchParams.get('port') ?? (port || '5432'),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    connect_query: connectQuery,
  }
  return Object.entries(parts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}='${value.replaceAll("'", "''")}'`)
    .join(' ')
}

/** It refuses to run as root: then it is the owner of the socket that it connects to, or nobody. */
function asWhom(url: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const host = hostOf(new URL(url))
  const { uid, gid } = host.startsWith('/') ? statSync(host) : { uid: 65_534, gid: 65_534 }
  return { uid, gid }
}

/** Starts PgBouncer in transaction mode with few connections, so that they go from hand to hand. */
export async function startPgBouncer(url: string, connectQuery: string): Promise<PgBouncer> {
  const place = mkdtempSync(join(tmpdir(), 'ipoteka-pooler-'))
  const port = await freePort()
  const settings = join(place, 'pgbouncer.ini')
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = ${serverOf(url, connectQuery)}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 3',
      'max_client_conn = 300',
      ...(keepsNames ? ['max_prepared_statements = 200'] : []),
    ].join('\n'),
  )
  chmodSync(place, 0o755)
  const running = spawn('pgbouncer', [settings], { stdio: 'ignore', ...asWhom(url) })
  const close = async () => {
    if (running.exitCode === null) {
      const gone = once(running, 'exit')
      running.kill('SIGKILL')
      await gone
    }
    rmSync(place, { recursive: true, force: true })
  }
  for (const end = Date.now() + startMs; !(await answers(port)); await wait(50))
    if (Date.now() > end || running.exitCode !== null) {
      await close()
      throw new Error('PgBouncer did not start')
    }
  return {
    urlOf: (database) => {
      const name = new URL(database).pathname.slice(1)
      return templateUrl(`postgresql://test@127.0.0.1:${port}/postgres`, name)
    },
    close,
  }
}
