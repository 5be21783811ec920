import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Which record is meant: a row, or a numbered part of it. */
export interface RecordKey {
  /** Type of the object in the list of moves. */
  readonly objectType: string
  readonly objectId: number
  /** 0: the row itself. */
  readonly part: number
}

/** A move as it is kept. */
export interface StoredMove {
  readonly from: string
  readonly to: string
  readonly action: string
  readonly at: string
  readonly actorId: number | null
  readonly actor: string | null
  readonly reason: string | null
  readonly comment: string | null
}

const ofRecord = ({ objectType, objectId, part }: RecordKey) =>
  sql`m.object_type = ${objectType} AND m.object_id = ${objectId} AND m.part = ${part}`

/** Every move of the record, from the first. */
export async function findMoves(db: Db, key: RecordKey): Promise<StoredMove[]> {
  const { rows } = await sql<StoredMove>`
    SELECT m.from_state AS "from", m.to_state AS "to", m.action, m.at, m.actor_id AS "actorId",
      e.full_name AS actor, m.reason, m.comment
    FROM record_move m LEFT JOIN employee e ON e.id = m.actor_id WHERE ${ofRecord(key)} ORDER BY m.id`.execute(
    db,
  )
  return rows
}

export async function insertMove(
  db: Db,
  { objectType, objectId, part }: RecordKey,
  move: Omit<StoredMove, 'at' | 'actor'> & { readonly at: Date; readonly requestId: string | null },
): Promise<void> {
  await db
    .insertInto('record_move')
    .values({
      object_type: objectType,
      object_id: objectId,
      part,
      from_state: move.from,
      to_state: move.to,
      action: move.action,
      at: move.at,
      actor_id: move.actorId,
      request_id: move.requestId,
      reason: move.reason,
      comment: move.comment,
    })
    .execute()
}
