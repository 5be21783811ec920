import type { Readable } from 'node:stream'

/** What is known of a stored object. */
export interface StoredFile {
  readonly key: string
  readonly size: number
  /** Of the content, in hex. */
  readonly sha256: string
}

/** Bytes from `start` to `end`, both included and counted from 0; without `end` to the last one. */
export interface ByteRange {
  readonly start: number
  readonly end?: number
}

/** Where documents and results lie. An object is written once under a random key and never changed. */
export interface FileStore {
  /** Rejects, with words for the person who starts the server, when the store cannot be used. */
  check(): Promise<void>
  /** Stores the whole stream or nothing. */
  put(content: Readable): Promise<StoredFile>
  /** The same for an object that comes back from a copy of the bank under the key that rows hold. */
  putBack(key: string, content: Readable): Promise<StoredFile>
  /** The content or a part of it; rejects with `FileMissing` when there is no such object. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** Null when there is no such object. */
  find(key: string): Promise<{ readonly size: number; readonly storedAt: Date } | null>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Every object with the time it was stored, in the order of the keys. */
  list(): AsyncIterable<{ readonly key: string; readonly storedAt: Date }>
  /** Throws away what unfinished writes left behind. */
  removeUnfinished(olderThan: Date): Promise<number>
}

/** There is no object under this key. */
export class FileMissing extends Error {}

const keyPattern = /^[0-9a-f]{40}$/

/** Keys that a store gives; anything else is missing whatever it is. */
export const isKey = (text: string): boolean => keyPattern.test(text)

/** The key itself; throws `FileMissing` for what no store has given. */
export function soundKey(key: string): string {
  if (!isKey(key)) throw new FileMissing(key)
  return key
}
