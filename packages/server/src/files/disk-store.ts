import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  type ByteRange,
  FileMissing,
  type FileStore,
  isKey,
  type StoredFile,
  soundKey,
} from './file-store.ts'

const unfinished = '.unfinished'

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

async function copy(content: Readable, handle: FileHandle): Promise<Omit<StoredFile, 'key'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk)
    hash.update(bytes)
    size += bytes.length
    // Unlike `write` it goes on until every byte is taken.
    await handle.appendFile(bytes)
  }
  await handle.sync()
  return { size, sha256: hash.digest('hex') }
}

/** A directory survives a power cut only after it is synced itself. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Objects as files: written aside, synced, then renamed into place. */
export class DiskStore implements FileStore {
  readonly #root: string
  /** Folders whose own names are known to be on the disk: one that another file has just made may not be yet. */
  readonly #lasting = new Set<string>()

  constructor(root: string) {
    this.#root = root
  }

  async check(): Promise<void> {
    try {
      await mkdir(this.#root, { recursive: true, mode: 0o700 })
      await access(this.#root, constants.R_OK | constants.W_OK)
    } catch (cause) {
      throw new Error(`FILES_DIR: в папку ${this.#root} нельзя записывать, проверьте её права`, { cause })
    }
  }

  put(content: Readable): Promise<StoredFile> {
    return this.putBack(randomBytes(20).toString('hex'), content)
  }

  async putBack(key: string, content: Readable): Promise<StoredFile> {
    const aside = join(this.#root, unfinished, key)
    const place = this.#path(key)
    await mkdir(dirname(aside), { recursive: true, mode: 0o700 })
    const handle = await open(aside, 'wx', 0o600)
    try {
      const written = await copy(content, handle)
      const folder = dirname(place)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(aside, place)
      await syncDirectory(folder)
      if (!this.#lasting.has(folder)) await syncDirectory(this.#root)
      this.#lasting.add(folder)
      return { key, ...written }
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    } finally {
      await handle.close()
    }
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.#path(key)
    if ((await statOrNull(path)) === null) throw new FileMissing(key)
    return createReadStream(path, range)
  }

  async find(key: string) {
    const info = await statOrNull(this.#path(key))
    return info === null ? null : { size: info.size, storedAt: info.mtime }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true })
  }

  async *list(): AsyncIterable<{ key: string; storedAt: Date }> {
    for (const folder of await entries(this.#root)) {
      if (folder === unfinished) continue
      for (const key of await entries(join(this.#root, folder))) {
        const info = isKey(key) ? await statOrNull(this.#path(key)) : null
        if (info !== null) yield { key, storedAt: info.mtime }
      }
    }
  }

  async removeUnfinished(olderThan: Date): Promise<number> {
    let removed = 0
    for (const name of await entries(join(this.#root, unfinished))) {
      const path = join(this.#root, unfinished, name)
      const info = await statOrNull(path)
      if (info === null || info.mtime >= olderThan) continue
      await rm(path, { force: true })
      removed += 1
    }
    return removed
  }

  #path(key: string): string {
    return join(this.#root, soundKey(key).slice(0, 2), key)
  }
}

async function entries(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).toSorted()
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return []
    throw error
  }
}

async function statOrNull(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}
