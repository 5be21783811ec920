import type { Config } from '#config.ts'
import { DiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'

/** The store that the settings name. */
export function openFileStore({ filesDir }: Pick<Config, 'filesDir'>): FileStore {
  if (filesDir === null)
    throw new Error('S3_URL: хранение в S3 в этой версии ещё не поддерживается, задайте FILES_DIR')
  return new DiskStore(filesDir)
}
