import type { SystemState } from '@ipoteka-office/contract/system/system.ts'
import type { Db } from '#db/database.ts'
import { findBackupRuns, findCopies } from './backups.repo.ts'

/** So many of the newest runs are shown. */
const shown = 5

/** The newest runs of the backup commands, and up to when the bank can be restored. */
export async function backupState(db: Db): Promise<Pick<SystemState, 'backups' | 'backedUpUntil'>> {
  const { until } = await findCopies(db)
  return { backups: await findBackupRuns(db, shown), backedUpUntil: until?.toISOString() ?? null }
}
