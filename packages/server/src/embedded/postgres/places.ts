import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PostgresStartError } from './start-error.ts'
import { chooseUser, mayEnter, type SystemUser } from './system-user.ts'

/** Where the embedded database keeps what. */
export interface Places {
  readonly user: SystemUser
  /** Everything below is in here. */
  readonly home: string
  /** PGDATA. */
  readonly data: string
  /** Folder of the unix socket. */
  readonly run: string
  readonly passwordFile: string
  readonly logFile: string
}

const below = (user: SystemUser, home: string): Places => ({
  user,
  home,
  data: join(home, 'data'),
  run: join(home, 'run'),
  passwordFile: join(home, 'password'),
  logFile: join(home, 'postgres.log'),
})

async function makeHome(places: Places): Promise<void> {
  await mkdir(places.home, { recursive: true })
  await mkdir(places.run, { recursive: true, mode: 0o700 })
  const { uid, gid } = places.user.ids
  if (uid === undefined || gid === undefined) {
    await access(places.home, constants.W_OK)
    await access(places.run, constants.R_OK | constants.W_OK | constants.X_OK)
    return
  }
  await chmod(places.home, 0o755)
  await chown(places.run, uid, gid)
}

/** Home for data when the database's user may not enter the folder that was asked for (a checkout below /root). */
const outsideHome = (dataDir: string) =>
  join('/var/lib/ipoteka-office', createHash('sha256').update(dataDir).digest('hex').slice(0, 12))

/** Decides where the cluster lives and as whom it runs, and makes the folders. */
export async function findPlaces(dataDir: string, log: (line: string) => void): Promise<Places> {
  const wanted = join(dataDir, 'postgres')
  const pointer = join(dataDir, 'postgres.location')
  const moved = existsSync(pointer) ? (await readFile(pointer, 'utf8')).trim() : null
  const user = chooseUser(join(moved ?? wanted, 'data'), log)
  const places = below(user, moved ?? wanted)
  try {
    await makeHome(places)
  } catch (cause) {
    throw new PostgresStartError(
      `Нет прав на каталог ${places.home}. Запустите от имени того, кто запускал в прошлый раз, или задайте другой DATA_DIR.`,
      cause,
    )
  }
  if (mayEnter(user, places.home)) return places
  if (moved !== null || existsSync(join(places.data, 'PG_VERSION'))) {
    throw new PostgresStartError(
      `Пользователь ${user.name}, от имени которого работает PostgreSQL, не может войти в каталог ${places.home}. ` +
        'Откройте вышестоящие каталоги для входа (chmod o+x) или задайте другой DATA_DIR.',
    )
  }
  const outside = below(user, outsideHome(dataDir))
  await makeHome(outside).catch((cause: unknown) => {
    throw new PostgresStartError(
      `Пользователь ${user.name} не может войти в ${wanted}, а каталог ${outside.home} создать не удалось. ` +
        'Задайте DATA_DIR с каталогом, доступным этому пользователю.',
      cause,
    )
  })
  if (!mayEnter(user, outside.home))
    throw new PostgresStartError(`Пользователь ${user.name} не может войти в ${outside.home}.`)
  await writeFile(pointer, `${outside.home}\n`)
  log(`данные PostgreSQL лежат в ${outside.home}: в ${dataDir} её пользователь войти не может`)
  return outside
}
