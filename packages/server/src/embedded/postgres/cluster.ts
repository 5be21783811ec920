import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Places } from './places.ts'
import { PostgresStartError } from './start-error.ts'

/** Name of the cluster's one superuser and of the product's database. */
export const databaseName = 'ipoteka'

// PostgreSQL's own rules sort by code as those of the system do, several times as fast.
const locale = [
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  process.platform === 'linux' ? '--locale=C.UTF-8' : '--locale=C',
]

/** Environment of PostgreSQL's processes: nothing of ours, no PG* variables. */
export const quietEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' }

/** Runs a program to its end as the database's user; answers its output, throws when it fails. */
export function run(program: string, args: string[], places: Places): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...places.user.ids, cwd: places.home, env: quietEnvironment })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', (cause) =>
      reject(new PostgresStartError(`Не удалось запустить ${program}: ${cause.message}`, cause)),
    )
    child.once('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new PostgresStartError(`${program} завершился с кодом ${code}:\n${output.trim()}`)),
    )
  })
}

async function createPassword(places: Places): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await writeFile(places.passwordFile, `${password}\n`, { mode: 0o600 })
  return password
}

async function initialise(bin: string, places: Places): Promise<void> {
  const draft = `${places.run}/new`
  const pwfile = `${places.run}/new-password`
  await rm(draft, { recursive: true, force: true })
  await rm(pwfile, { force: true })
  await writeFile(pwfile, `${await createPassword(places)}\n`, { mode: 0o600 })
  const { uid, gid } = places.user.ids
  if (uid !== undefined && gid !== undefined) await chown(pwfile, uid, gid)
  const flags = [
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    '--auth=scram-sha-256',
    '--no-instructions',
  ]
  await run(
    join(bin, 'initdb'),
    [...flags, `--username=${databaseName}`, `--pwfile=${pwfile}`, `--pgdata=${draft}`],
    places,
  )
  await rm(pwfile)
  // Only a finished cluster gets its name: one cut off in the middle is made anew.
  await rm(places.data, { recursive: true, force: true })
  await rename(draft, places.data)
}

/** Makes the cluster when there is none; answers the superuser's password. */
export async function prepareCluster(bin: string, places: Places): Promise<string> {
  const versionFile = join(places.data, 'PG_VERSION')
  if (!existsSync(versionFile)) await initialise(bin, places)
  const made = (await readFile(versionFile, 'utf8')).trim()
  const ours = /\b(\d+)\./.exec(await run(join(bin, 'postgres'), ['--version'], places))?.[1]
  if (made !== ours) {
    throw new PostgresStartError(
      `Данные в ${places.data} созданы PostgreSQL ${made}, а встроена ${ours}. Верните прежнюю версию или начните заново: npm run db:reset`,
    )
  }
  return (await readFile(places.passwordFile, 'utf8')).trim()
}
