import type { Db } from '#db/database.ts'
import type { FileStore } from '#files/file-store.ts'
import { deleteExpired } from './sweep.repo.ts'

const hour = 3_600_000
/** A file younger than this may belong to a transaction that is not committed yet. */
const orphanAge = 24 * hour
const unfinishedAge = 6 * hour

/** Deletes rows whose time is over and files that nothing refers to; answers the counts. */
export async function sweep(db: Db, files: FileStore, findReferredKeys: (db: Db) => Promise<string[]>) {
  const rows = await deleteExpired(db)
  const unfinishedFiles = await files.removeUnfinished(new Date(Date.now() - unfinishedAge))
  // The list first, the references second: a key that is committed in between is then found.
  const old: string[] = []
  for await (const { key, storedAt } of files.list())
    if (Date.now() - storedAt.getTime() > orphanAge) old.push(key)
  const referred = new Set(await findReferredKeys(db))
  const orphans = old.filter((key) => !referred.has(key))
  for (const key of orphans) await files.remove(key)
  return { ...rows, unfinishedFiles, orphanFiles: orphans.length }
}
