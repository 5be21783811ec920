import { recordReasonReading } from '#features/access-log/access-log.service.ts'
import { findEntry } from './entries.repo.ts'
import { type EntryKey, type Reader, readsReasons } from './entries.service.ts'
import { objectOf } from './stored-entry.ts'

/**
 * Why entries are listed, by their ids: of the lists whose reasons the person may read, and each reading is written down.
 * `where` is where they are read, in Russian.
 */
export async function basesOf(
  reader: Reader,
  keys: readonly EntryKey[],
  where: string,
): Promise<ReadonlyMap<number, string>> {
  const bases = new Map<number, string>()
  for (const key of keys) {
    if (bases.has(key.id) || !readsReasons(reader.actor, key.kind)) continue
    const entry = await findEntry(reader.db, key)
    if (entry === undefined || entry.destroyed) continue
    await recordReasonReading(reader, { type: objectOf(key.kind), id: key.id }, where)
    bases.set(key.id, entry.content.basis)
  }
  return bases
}
