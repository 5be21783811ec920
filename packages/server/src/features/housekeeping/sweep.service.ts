import type { Db } from '#db/database.ts'
import { type FileGate, removeSpooled } from '#files/receive.ts'
import { deleteExpired, settleTally } from './sweep.repo.ts'

const hour = 3_600_000
/** Longer than anything is being received or stored. */
const unfinishedAge = 6 * hour

/** Deletes rows whose time is over and what broken-off writes left behind, settles the tally of cases; answers the counts. */
export async function sweep(db: Db, { files, spoolDir }: Pick<FileGate, 'files' | 'spoolDir'>) {
  const rows = await deleteExpired(db)
  const before = new Date(Date.now() - unfinishedAge)
  const tallied = await settleTally(db)
  const unfinishedFiles = await files.removeUnfinished(before)
  return { ...rows, tallied, unfinishedFiles, spooledFiles: await removeSpooled(spoolDir, before) }
}
