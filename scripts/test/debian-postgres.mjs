import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { productNode, root } from '../lib/node.mjs'
import { processorSeconds } from '../lib/processor.mjs'
import { has, isRoot, run } from './processes.mjs'

const base = '/usr/lib/postgresql'

/** Directory of the programs of the system's newest PostgreSQL from 15 on. */
function findPrograms() {
  if (!existsSync(base)) return undefined
  const versions = readdirSync(base).map(Number)
  const version = versions
    .filter((v) => v >= 15 && existsSync(join(base, `${v}`, 'bin/initdb')))
    .sort((a, b) => b - a)[0]
  return version === undefined ? undefined : join(base, `${version}`, 'bin')
}

async function install() {
  if (process.env.CI === undefined || !isRoot || !has('apt-get')) return
  console.log('Устанавливаем PostgreSQL из Debian…')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const get = (/** @type {string} */ name) =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, quiet: true })
  const before = existsSync('/etc/postgresql/15/main')
  await run('apt-get', ['update', '-qq'], { quiet: true })
  if ((await get('postgresql-15')) !== 0) await get('postgresql')
  // The package starts a cluster of its own; we use a throwaway one.
  if (!before && existsSync('/etc/postgresql/15/main'))
    spawnSync('pg_dropcluster', ['--stop', '15', 'main'], { stdio: 'ignore' })
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** The server refuses to run as root: then it runs as the package's own user. @param {string} program @param {string[]} args */
function asPostgres(program, args) {
  const [command, ...rest] = isRoot
    ? ['runuser', '-u', 'postgres', '--', program, ...args]
    : [program, ...args]
  const done = spawnSync(command, rest, {
    cwd: '/',
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (done.status !== 0) throw new Error(`${program}: ${done.stderr}`)
}

/** Makes sure that the continuous check has the system's PostgreSQL; elsewhere nothing is installed for it. */
export async function ensureDebianPostgres() {
  if (findPrograms() === undefined) await install()
}

/** Where the server's own tests keep such databases: the product's Node.js reads it from there, ours may be too old to. */
function throwawayFolder() {
  const module = pathToFileURL(join(root, 'packages/server/src/embedded/postgres/throwaway-folder.ts'))
  const ask = `import { throwawayFolder } from '${module}'; process.stdout.write(throwawayFolder())`
  return execFileSync(productNode(), ['--input-type=module', '--eval', ask], { encoding: 'utf8' })
}

/** Starts a throwaway cluster of the system's PostgreSQL; null where there is none. */
export async function startDebianPostgres() {
  const programs = findPrograms()
  if (programs === undefined) return null
  const place = mkdtempSync(join(throwawayFolder(), 'ipoteka-pg-'))
  if (isRoot) spawnSync('chown', ['postgres', place])
  const data = join(place, 'data')
  const port = await freePort()
  asPostgres(join(programs, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  const settings = [
    ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
    ...['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=256MB', 'max_connections=300'],
  ]
  const options = [`-p ${port} -h 127.0.0.1 -k ${place}`, ...settings.map((one) => `-c ${one}`)].join(' ')
  asPostgres(join(programs, 'pg_ctl'), ['-D', data, '-w', '-l', join(place, 'log'), '-o', options, 'start'])
  return {
    version: programs.split('/').at(-2),
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    /** Seconds of processor of the server and of the connections that have ended. */
    processorSeconds: () =>
      processorSeconds(Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'))),
    stop() {
      asPostgres(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'])
      rmSync(place, { recursive: true, force: true })
    },
  }
}
