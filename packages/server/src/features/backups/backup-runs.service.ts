import type { SystemState } from '@ipoteka-office/contract/system/system.ts'
import type { Db } from '#db/database.ts'
import { findBackupRuns, findCopies, findRehearsal } from './backups.repo.ts'

/** A copy of a bank is made every day at least. */
export const oldestCopyMs = 24 * 3_600_000
/** So many of the newest runs are shown. */
const shown = 5

/** The newest runs of the backup commands, and up to when the bank can be restored. */
export async function backupState(db: Db): Promise<Pick<SystemState, 'backups' | 'backedUpUntil'>> {
  const { until } = await findCopies(db)
  return { backups: await findBackupRuns(db, shown), backedUpUntil: until?.toISOString() ?? null }
}

/** Up to when the bank can be restored, and when the last good rehearsal ended. */
export async function copiesOf(db: Db): Promise<{ until: Date | null; rehearsedAt: Date | null }> {
  const { until } = await findCopies(db)
  return { until, rehearsedAt: await findRehearsal(db) }
}
