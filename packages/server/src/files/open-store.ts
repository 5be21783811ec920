import type { StorePlace } from '#config.ts'
import { DiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { S3Store } from './s3-store.ts'

/** The store that the settings name. */
export const openFileStore = (place: StorePlace): FileStore =>
  place.s3 === null ? new DiskStore(place.filesDir) : new S3Store(place.s3)
