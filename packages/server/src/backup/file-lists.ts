import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { FileMissing, type FileStore } from '#files/file-store.ts'
import type { Archive, Manifest, Part } from './archive.ts'
import { compressed, decompressed } from './zstd.ts'

/** A file of the bank in the archive: the key by which rows hold it, and its content there. */
const entryShape = z.object({ key: z.string(), size: z.number(), sha256: z.string(), part: z.string() })
export type FileEntry = z.infer<typeof entryShape>

/** What files a run has, by their keys. */
export async function readFileList(archive: Archive, { files }: Manifest): Promise<Map<string, FileEntry>> {
  const text = decompressed(archive.open(files.list.name))
  const entries = new Map<string, FileEntry>()
  for await (const line of createInterface({ input: text })) {
    const entry = entryShape.parse(JSON.parse(line))
    entries.set(entry.key, entry)
  }
  return entries
}

export async function writeFileList(
  archive: Archive,
  name: string,
  entries: ReadonlyMap<string, FileEntry>,
): Promise<Part> {
  const lines = function* () {
    for (const entry of entries.values()) yield `${JSON.stringify(entry)}\n`
  }
  return archive.seal(name, compressed(lines()))
}

async function copyOne(archive: Archive, files: FileStore, key: string): Promise<FileEntry> {
  const hash = createHash('sha256')
  let size = 0
  const content = await files.open(key)
  const counted = async function* () {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  // Its place in the archive follows from the content, which is known only at its end.
  const part = await archive.seal(`files/new-${key}`, counted(), 'file')
  const sha256 = hash.digest('hex')
  const name = archive.nameOf(sha256)
  if ((await archive.sizeOf(name)) === part.size) await archive.remove(part.name)
  else await archive.name(part, name)
  return { key, size, sha256, part: name }
}

/** Copies the files that the archive lacks: an object is never changed, so one that is known is not read again. */
export async function copyFiles(
  archive: Archive,
  files: FileStore,
  known: ReadonlyMap<string, FileEntry>,
): Promise<{ entries: Map<string, FileEntry>; copied: number }> {
  const entries = new Map<string, FileEntry>()
  let copied = 0
  for await (const { key } of files.list()) {
    const had = known.get(key)
    if (had !== undefined && (await archive.sizeOf(had.part)) !== null) {
      entries.set(key, had)
      continue
    }
    try {
      entries.set(key, await copyOne(archive, files, key))
      copied += 1
    } catch (error) {
      // Removed between the list and the look: no row holds it any more.
      if (!(error instanceof FileMissing)) throw error
    }
  }
  return { entries, copied }
}
