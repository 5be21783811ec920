import type { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'
import { FileMissing, type FileStore } from '#files/file-store.ts'

/** A file of an archive. */
export interface ArchiveEntry {
  /** In the file store. */
  readonly key: string
  /** In the archive; unique. */
  readonly path: string
  readonly size: number
  readonly at: Date
  /** False for what is compressed already: PDF and JPEG. */
  readonly compress: boolean
}

/** What is written last, when it is known which files could not be found. */
export interface Manifest {
  readonly path: string
  content(lost: ReadonlySet<string>): Promise<Buffer>
}

async function openOrNull(files: FileStore, key: string): Promise<Readable | null> {
  try {
    return await files.open(key)
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
}

/**
 * A ZIP of stored files, read one after another as fast as the receiver takes them: its memory does not grow with
 * their number or size. A file that the store does not have is left out and named in the manifest; any other failure,
 * and a receiver who goes away, ends the stream and closes what is open.
 */
export function archiveOf(
  files: FileStore,
  entries: readonly ArchiveEntry[],
  manifest: Manifest,
  onError: (error: unknown) => void,
): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as PassThrough
  let source: Readable | null = null
  let isClosed = false
  output.once('close', () => {
    isClosed = true
    source?.destroy()
  })
  zip.on('error', (error) => output.destroy(error instanceof Error ? error : new Error(String(error))))

  const add = async ({ key, path, size, at, compress }: ArchiveEntry): Promise<boolean> => {
    source = await openOrNull(files, key)
    if (source === null) return false
    if (isClosed) source.destroy()
    zip.addReadStream(source, path, { size, mtime: at, compress })
    // One file open at a time; it ends when the receiver has taken it.
    await finished(source, { writable: false })
    return true
  }
  const write = async () => {
    const lost = new Set<string>()
    for (const entry of entries) {
      if (isClosed) return
      if (!(await add(entry))) lost.add(entry.path)
    }
    zip.addBuffer(await manifest.content(lost), manifest.path, { mtime: new Date() })
    zip.end()
  }
  write().catch((error: unknown) => {
    if (isClosed) return
    onError(error)
    output.destroy(error instanceof Error ? error : new Error('Архив прерван', { cause: error }))
  })
  return output
}
