import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { askedGauges } from '#lib/metrics.ts'
import { oldestCopyMs } from './backup-runs.service.ts'
import { findCaretakers, findCopies, insertBackupWarning } from './backups.repo.ts'

const hour = 3_600_000

/** Shows the newest copy in /metrics until the returned function is called. */
export const measureCopies = askedGauges(
  'backups',
  {
    ipoteka_backup_until_timestamp_seconds: {
      help: 'Moment up to which the newest good copy brings the bank back, 0 when there is none',
    },
  },
  async (db: Db) => {
    const { until } = await findCopies(db)
    return [{ gauge: 'ipoteka_backup_until_timestamp_seconds', value: (until?.getTime() ?? 0) / 1_000 }]
  },
)

/** Tells those who see to the system, once a day, that the newest good copy is older than a day; answers whether it is. */
export async function watchCopies(db: Db, clock: BankClock): Promise<boolean> {
  const { until, since } = await findCopies(db)
  const safe = until ?? since
  if (safe === null || clock.now().getTime() - safe.getTime() <= oldestCopyMs) return false
  const text =
    until === null
      ? 'Резервной копии банка нет: снимите её командой npm run backup и поставьте в расписание'
      : `Последней резервной копии банка больше суток (${Math.floor((clock.now().getTime() - until.getTime()) / hour)} ч): проверьте расписание npm run backup`
  await db.transaction().execute(async (tx) => {
    if (!(await insertBackupWarning(tx, bankDay(clock)))) return
    for (const id of await findCaretakers(tx)) await notify(tx, id, { kind: 'warning', text })
  })
  return true
}
