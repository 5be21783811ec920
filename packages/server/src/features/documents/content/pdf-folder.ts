import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FileMissing, type FileStore } from '#files/file-store.ts'

/** A folder for one piece of work; whoever makes it takes it away. */
export async function workFolder(spoolDir: string): Promise<{ path: string; remove(): Promise<void> }> {
  await mkdir(spoolDir, { recursive: true, mode: 0o700 })
  const path = await mkdtemp(join(spoolDir, 'pdf-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Copies a stored file into the folder; false when the store does not have it. */
export async function copyFromStore(files: FileStore, key: string, to: string): Promise<boolean> {
  try {
    await pipeline(await files.open(key), createWriteStream(to, { mode: 0o600 }))
    return true
  } catch (error) {
    if (error instanceof FileMissing) return false
    throw error
  }
}
