import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { ApiError } from '#http/errors.ts'
import { outboxSignal } from '#lib/outbox-signal.ts'
import type { Db } from './database.ts'
import { prepared } from './prepared.ts'
import { keepReadings } from './readings.ts'

/** Whose change it is, for the history triggers. */
export interface ChangeAuthor {
  readonly employeeId: number
  readonly requestId: string
}

const attempts = 4
/** Serialization failure, deadlock, a plan made stale by a migration: the same work succeeds when done again. */
const repeatable = new Set(['40001', '40P01', '0A000'])

const isRepeatable = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code !== undefined && repeatable.has(error.code)

const configure = prepared<{ actorId: string; requestId: string }, unknown>(
  (value) => sql`SELECT set_config('app.actor_id', ${value('actorId')}, true),
    set_config('app.request_id', ${value('requestId')}, true)`,
)

/** Makes the open transaction's changes those of this author. */
export async function setAuthor(tx: Db, { employeeId, requestId }: ChangeAuthor): Promise<void> {
  await configure(tx, { actorId: String(employeeId), requestId })
}

/** Makes the open transaction's changes those of no person: `cause` is why they are made. */
export async function setCause(tx: Db, cause: string): Promise<void> {
  await configure(tx, { actorId: '', requestId: cause })
}

/** A refusal that answers a record, such as the one by which a late save is refused. */
const showsRecord = (error: unknown) => error instanceof ApiError && error.details.current !== undefined

/**
 * Runs the work in a transaction of its author; repeats it when the database asks for that (three times at most). What a
 * refusal shows stays written down as read although the rest is rolled back.
 */
export async function writeTransaction<T>(
  db: Db,
  author: ChangeAuthor,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let opened: Db | undefined
    try {
      const result = await db.transaction().execute(async (tx) => {
        opened = tx
        await setAuthor(tx, author)
        return work(tx)
      })
      // Triggers write to the outbox too.
      outboxSignal.emit('written')
      return result
    } catch (error) {
      if (opened !== undefined && showsRecord(error)) await keepReadings(db, opened)
      if (attempt >= attempts || !isRepeatable(error)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** Does the work within the open transaction so that, whatever comes of it, what it changed can be taken back. */
export async function inSavepoint<T>(
  tx: Db,
  work: () => Promise<T>,
  refused: (error: unknown) => T,
): Promise<T> {
  await sql`SAVEPOINT piece_of_work`.execute(tx)
  try {
    const result = await work()
    await sql`RELEASE SAVEPOINT piece_of_work`.execute(tx)
    return result
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT piece_of_work`.execute(tx)
    return refused(error)
  }
}
