import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileMissing, type FileStore, type StoredFile } from './file-store.ts'

const keyPattern = /^[0-9a-f]{40}$/
const unfinished = '.unfinished'

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

async function write(path: string, content: Readable): Promise<Omit<StoredFile, 'key'>> {
  const handle = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of content) {
      const bytes = Buffer.from(chunk)
      hash.update(bytes)
      size += bytes.length
      await handle.write(bytes)
    }
    await handle.sync()
    return { size, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
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

  constructor(root: string) {
    this.#root = root
  }

  async put(content: Readable): Promise<StoredFile> {
    const key = randomBytes(20).toString('hex')
    const aside = join(this.#root, unfinished, key)
    const place = this.#path(key)
    await mkdir(dirname(aside), { recursive: true, mode: 0o700 })
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    try {
      const written = await write(aside, content)
      await rename(aside, place)
      await syncDirectory(dirname(place))
      return { key, ...written }
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    }
  }

  async open(key: string): Promise<Readable> {
    const path = this.#path(key)
    try {
      await stat(path)
    } catch (error) {
      if (hasCode(error, 'ENOENT')) throw new FileMissing(key)
      throw error
    }
    return createReadStream(path)
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true })
  }

  async *list(): AsyncIterable<{ key: string; storedAt: Date }> {
    for (const folder of await entries(this.#root)) {
      if (folder === unfinished) continue
      for (const key of await entries(join(this.#root, folder))) {
        const info = keyPattern.test(key) ? await statOrNull(this.#path(key)) : null
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
    if (!keyPattern.test(key)) throw new FileMissing(key)
    return join(this.#root, key.slice(0, 2), key)
  }
}

async function entries(path: string): Promise<string[]> {
  try {
    return await readdir(path)
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
