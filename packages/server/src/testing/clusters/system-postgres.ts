import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chooseUser } from '#embedded/postgres/system-user.ts'
import { throwawayFolder } from '#embedded/postgres/throwaway-folder.ts'
import { freePort } from '../processes/product.ts'

const base = '/usr/lib/postgresql'

/** Programs of the system's newest PostgreSQL from 15 on; null: the system has none. */
export function systemPrograms(): string | null {
  const versions = existsSync(base) ? readdirSync(base).map(Number) : []
  const [newest] = versions
    .filter((version) => version >= 15 && existsSync(join(base, `${version}/bin/pg_verifybackup`)))
    .toSorted((a, b) => b - a)
  return newest === undefined ? null : join(base, `${newest}/bin`)
}

/** `npm test` says by this variable that it has found one: then a test that passes it by is an error. */
export const systemIsPromised = () => (process.env.SYSTEM_DATABASE_URL ?? '') !== ''

/** A throwaway cluster of the system's PostgreSQL whose log may be replicated. */
export interface SystemCluster {
  readonly programs: string
  readonly place: string
  readonly data: string
  readonly port: number
  readonly url: string
  /** `seconds`: for how long it may run. */
  run(program: string, args: readonly string[], seconds?: number): string
  start(settings?: Readonly<Record<string, string>>): void
  stop(mode?: 'fast' | 'immediate'): void
  remove(): Promise<void>
}

/** Prepares a place for a cluster in `home`; `make` fills it, by default with a new empty one. */
export async function systemCluster(
  programs: string,
  make: (cluster: SystemCluster) => void = (cluster) =>
    void cluster.run('initdb', [
      ...[
        '-D',
        cluster.data,
        '-U',
        'postgres',
        '-A',
        'trust',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
      ],
    ]),
  home = throwawayFolder(),
): Promise<SystemCluster> {
  const place = await mkdtemp(join(home, 'ipoteka-system-'))
  const { ids } = chooseUser('/nowhere', () => undefined)
  await chmod(place, 0o755)
  const run = join(place, 'run')
  await mkdir(run)
  if (ids.uid !== undefined && ids.gid !== undefined)
    for (const path of [place, run]) await chown(path, ids.uid, ids.gid)
  const data = join(place, 'data')
  const port = await freePort()
  const cluster: SystemCluster = {
    programs,
    place,
    data,
    port,
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    run(program, args, seconds = 120) {
      const done = spawnSync(resolve(programs, program), args, {
        ...ids,
        cwd: '/',
        encoding: 'utf8',
        timeout: seconds * 1_000,
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: place },
        stdio: ['ignore', program === 'pg_ctl' ? 'ignore' : 'pipe', 'pipe'],
      })
      if (done.status !== 0) throw new Error(`${program}: ${done.stderr} ${done.stdout ?? ''}`)
      return done.stdout ?? ''
    },
    start(settings = {}) {
      const all = { fsync: 'off', full_page_writes: 'off', max_wal_size: '256MB', ...settings }
      const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
      cluster.run('pg_ctl', [
        ...[
          '-D',
          data,
          '-w',
          '-l',
          join(run, 'log'),
          '-o',
          `-p ${port} -h 127.0.0.1 -k ${run} ${options.join(' ')}`,
        ],
        'start',
      ])
    },
    stop(mode = 'fast') {
      cluster.run('pg_ctl', ['-D', data, '-m', mode, '-w', 'stop'])
    },
    remove: () => rm(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
  make(cluster)
  return cluster
}
