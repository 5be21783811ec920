import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { markEscalated, takeOverdue } from './engine/assignments.repo.ts'

const minuteMs = 60_000

/** Tells those above of cases that nobody has taken in time; whoever got somebody meanwhile is only noted. */
export async function escalate(db: Db, clock: BankClock): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const due = await takeOverdue(tx, now)
    for (const { caseId, type, number, to, at, isWaiting } of due) {
      if (!isWaiting) continue
      const minutes = Math.round((now.getTime() - at.getTime()) / minuteMs)
      await notify(tx, to, {
        kind: 'event',
        text: `${caseTypes[type as CaseType].word} ${number} без ответственного уже ${minutes} мин: назначьте его`,
        link: casePath(type as CaseType, caseId),
      })
    }
    await markEscalated(
      tx,
      due.map(({ id }) => id),
      now,
    )
    return due.length
  })
}
