import type { Readable } from 'node:stream'

/** What is known of a stored object. */
export interface StoredFile {
  readonly key: string
  readonly size: number
  /** Of the content, in hex. */
  readonly sha256: string
}

/** Where documents and results lie. An object is written once under a random key and never changed. */
export interface FileStore {
  /** Stores the whole stream or nothing. */
  put(content: Readable): Promise<StoredFile>
  /** The content; rejects with `FileMissing` when there is no such object. */
  open(key: string): Promise<Readable>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Every object with the time it was stored. */
  list(): AsyncIterable<{ readonly key: string; readonly storedAt: Date }>
  /** Throws away what unfinished writes left behind. */
  removeUnfinished(olderThan: Date): Promise<number>
}

/** There is no object under this key. */
export class FileMissing extends Error {}
