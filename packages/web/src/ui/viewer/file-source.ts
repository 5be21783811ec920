/** A file that has begun to arrive. */
export interface OpenedFile {
  readonly size: number
  /** Its beginning; all of it where it is short or the server does not answer by parts. */
  readonly head: Uint8Array
  /** Reads bytes from `begin` up to, without, `end`. */
  readonly part: (begin: number, end: number, signal: AbortSignal) => Promise<Uint8Array>
}

/** Tells how much has come; null while the size is not known. */
export type OnProgress = (done: number, total: number | null) => void

/** Where a viewer takes a file from; the api layer makes one for a call that answers with a file. */
export interface FileSource {
  /** Asks for the first `wholeUpTo` bytes, null for the whole file. */
  open(wholeUpTo: number | null, signal: AbortSignal, onProgress: OnProgress): Promise<OpenedFile>
}
