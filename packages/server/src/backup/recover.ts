import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { packagedMajor, prepareBinaries } from '#embedded/postgres/binaries.ts'
import { quietEnvironment } from '#embedded/postgres/cluster.ts'
import { mayEnter, type SystemUser } from '#embedded/postgres/system-user.ts'
import type { Manifest } from './archive.ts'
import { BrokenArchive } from './sealed-stream.ts'

const ofSystem = '/usr/lib/postgresql'

/** Folder of a `postgres` of the same version as the copy: the named one, the system's, or our own. */
export async function programsFor(
  { postgres }: Manifest,
  { named, home, user }: { named: string | null; home: string; user: SystemUser },
): Promise<string> {
  if (named !== null) {
    if (existsSync(join(named, 'postgres'))) return named
    throw new BrokenArchive(`POSTGRES_PROGRAMS: в папке ${named} нет программы postgres`)
  }
  if (postgres === packagedMajor()) return prepareBinaries(home, (path) => mayEnter(user, path))
  const versions = existsSync(ofSystem) ? readdirSync(ofSystem) : []
  const place = join(ofSystem, String(postgres), 'bin')
  if (versions.includes(String(postgres)) && existsSync(join(place, 'postgres'))) return place
  throw new BrokenArchive(
    `Копия снята с PostgreSQL ${postgres}, а её программ на этой машине нет: поставьте postgresql-${postgres} или задайте POSTGRES_PROGRAMS`,
  )
}

export interface Recovery {
  readonly programs: string
  readonly data: string
  /** Folder with the files of the log. */
  readonly log: string
  readonly user: SystemUser
  readonly manifest: Manifest
  /** Null: to the end of the archive. */
  readonly to: Date | null
}

const quoted = (path: string) => `"${path.replaceAll('%', '%%')}"`

/** Nothing of the settings that came with the copy may act: it must neither archive nor call anybody. */
const settingsOf = ({ log, to }: Recovery, run: string): Record<string, string> => ({
  config_file: join(run, 'postgresql.conf'),
  hba_file: join(run, 'pg_hba.conf'),
  ident_file: join(run, 'pg_ident.conf'),
  listen_addresses: '',
  unix_socket_directories: run,
  port: '5432',
  ssl: 'off',
  archive_mode: 'off',
  logging_collector: 'off',
  shared_preload_libraries: '',
  primary_conninfo: '',
  hot_standby: 'off',
  autovacuum: 'off',
  max_wal_size: '2GB',
  restore_command: `cp ${quoted(join(log, '%f')).replaceAll('%%f', '%f')} "%p"`,
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  recovery_target_action: 'promote',
  ...(to !== null && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
})

/** A restored database that runs for nobody but this process. */
export interface Recovered {
  /** Of the owner. */
  readonly url: string
  stop(): Promise<void>
}

async function makeRunFolder(user: SystemUser): Promise<string> {
  // A socket's path may be a hundred letters long.
  const run = await mkdtemp('/tmp/ipoteka-restore-')
  await chmod(run, 0o700)
  await writeFile(join(run, 'postgresql.conf'), '')
  await writeFile(join(run, 'pg_ident.conf'), '')
  await writeFile(join(run, 'pg_hba.conf'), 'local all all trust\n')
  const { uid, gid } = user.ids
  if (uid !== undefined && gid !== undefined)
    for (const path of [run, ...readdirSync(run).map((name) => join(run, name))]) await chown(path, uid, gid)
  return run
}

/** Runs the copy through the log to the wished moment and leaves it running, for this machine's eyes only. */
export async function recover(recovery: Recovery): Promise<Recovered> {
  const { programs, data, user, manifest } = recovery
  const { uid, gid } = user.ids
  await writeFile(join(data, 'recovery.signal'), '')
  if (uid !== undefined && gid !== undefined) await chown(join(data, 'recovery.signal'), uid, gid)
  await mkdir(join(data, 'pg_wal'), { recursive: true })
  const run = await makeRunFolder(user)
  const logFile = join(run, 'log')
  const log = await open(logFile, 'a')
  const flags = Object.entries(settingsOf(recovery, run)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
    ...user.ids,
    cwd: '/',
    env: quietEnvironment,
    stdio: ['ignore', log.fd, log.fd],
  })
  await log.close()
  let ended = false
  const gone = new Promise<void>((done) => child.once('close', () => done(void (ended = true))))
  const failed = new Promise<never>((_, fail) => child.once('error', fail))
  const url = `postgresql://${encodeURIComponent(manifest.owner)}@${encodeURIComponent(run)}:5432/${encodeURIComponent(manifest.database)}`
  const stop = async () => {
    if (!ended && child.pid !== undefined) {
      child.kill('SIGINT')
      await gone
    }
    await rm(run, { recursive: true, force: true })
  }
  const waiting = async () => {
    while (!(await isPrimary(url))) {
      if (ended) throw new BrokenArchive(`PostgreSQL не восстановила базу:\n${lastWords(logFile)}`)
      await sleep(100)
    }
  }
  try {
    await Promise.race([waiting(), failed])
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

const lastWords = (file: string) => readFileSync(file, 'utf8').trim().split('\n').slice(-6).join('\n')

async function isPrimary(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering')
    return rows[0]?.recovering === false
  } catch {
    // Still on its way through the log: it takes nobody.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
