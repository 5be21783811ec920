import { randomUUID } from 'node:crypto'
import type { Db } from '#db/database.ts'
import { setCause } from '#db/transaction.ts'
import { ApiError } from '#http/errors.ts'
import { bySystem, type Engine } from './engine.ts'
import { moveCase } from './move-case.service.ts'
import { findDueTimers, putOffTimer, putTimer } from './moves.repo.ts'

/** Moves of one turn; what is left waits for the next minute. */
const perTurn = 500
/** A move whose condition does not hold is tried again so much later. */
const againMs = 3_600_000

/** Makes an action of the machine happen to the case by itself at a time; a move of the case takes it back. */
export const scheduleMove = (db: Db, caseId: number, action: string, at: Date): Promise<void> =>
  putTimer(db, caseId, action, at)

type Fired = 'moved' | 'refused'

async function fire(engine: Engine, db: Db, caseId: number, action: string): Promise<Fired> {
  try {
    await db.transaction().execute(async (tx) => {
      // By this word the history tells what came by its time.
      const requestId = `timer-${randomUUID()}`
      await setCause(tx, requestId)
      await moveCase(engine, tx, { ...bySystem, requestId }, caseId, {
        action,
        comment: 'По истечении срока',
      })
    })
    return 'moved'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await putOffTimer(db, caseId, action, new Date(engine.clock.now().getTime() + againMs))
    return 'refused'
  }
}

/**
 * Makes happen what is due. Each case in a transaction of its own: one that fails stops no other, and a process that dies
 * leaves the rest to the next turn. Answers how many cases moved.
 */
export async function fireTimers(
  engine: Engine,
  db: Db,
  onError: (error: unknown) => void,
): Promise<{ moved: number; refused: number }> {
  const count = { moved: 0, refused: 0 }
  for (const { caseId, action } of await findDueTimers(db, engine.clock.now(), perTurn))
    try {
      count[await fire(engine, db, caseId, action)] += 1
    } catch (error) {
      onError(error)
    }
  return count
}
