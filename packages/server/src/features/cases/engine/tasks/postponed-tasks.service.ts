import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { publish } from '#live/publish.ts'
import type { Engine } from '../engine.ts'
import { bringBack, findDueFollowUps } from './tasks.repo.ts'

/** Tasks of one turn; what is left waits for the next minute. */
const perTurn = 500

async function bringOneBack(tx: Db, id: number, now: Date): Promise<boolean> {
  const task = await bringBack(tx, id, now)
  if (task === undefined) return false
  const { caseId, caseType, partnerId, number, clientName, title, waitingId } = task
  if (waitingId !== null)
    await notify(tx, waitingId, {
      kind: 'event',
      text: `Вернулась отложенная задача «${title}»: ${clientName}, № ${number}`,
      link: casePath(caseType, caseId),
    })
  await publish(tx, topics.cases(caseType), {}, { partnerIds: [partnerId] })
  return true
}

/** Brings back the tasks that were put off until now and tells those who wait for them. Answers how many came back. */
export async function bringTasksBack(
  engine: Engine,
  db: Db,
  onError: (error: unknown) => void,
): Promise<number> {
  const now = engine.clock.now()
  let back = 0
  for (const id of await findDueFollowUps(db, now, perTurn))
    try {
      if (await db.transaction().execute((tx) => bringOneBack(tx, id, now))) back += 1
    } catch (error) {
      onError(error)
    }
  return back
}
