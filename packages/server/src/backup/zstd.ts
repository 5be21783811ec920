import { pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

type Source = Readable | Iterable<Uint8Array | string> | AsyncIterable<Uint8Array>

// What breaks off at the source breaks the reader off too: a plain pipe would leave it waiting.
const through = (source: Source, change: ReturnType<typeof createZstdCompress>): Readable =>
  pipeline(
    source instanceof Readable ? source : Readable.from(source, { objectMode: false }),
    change,
    () => undefined,
  )

/** The bytes, made smaller. */
export const compressed = (source: Source): Readable => through(source, createZstdCompress())

/** The bytes as they were before `compressed`. */
export const decompressed = (source: Source): Readable => through(source, createZstdDecompress())
