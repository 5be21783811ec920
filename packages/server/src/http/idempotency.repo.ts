import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** One call with an `Idempotency-Key`. */
export interface KeyedCall {
  readonly employeeId: number
  /** Method and path with its parameters filled. */
  readonly endpoint: string
  readonly key: string
  readonly bodyHash: Buffer
}

/** What such a call answered. */
export interface StoredAnswer {
  readonly bodyHash: Buffer
  readonly status: number
  readonly response: unknown
}

/** Takes the key for this transaction; false while another one holds it. A crash lets go of it by itself. */
export async function tryLockKey(tx: Db, { employeeId, endpoint, key }: KeyedCall): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify([employeeId, endpoint, key])}, 0)) AS taken`.execute(
    tx,
  )
  return rows[0]?.taken ?? false
}

/** The answer stored under the key. */
export async function findAnswer(
  tx: Db,
  { employeeId, endpoint, key }: KeyedCall,
): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<StoredAnswer>`
    SELECT body_hash AS "bodyHash", status, response FROM idempotency_key
    WHERE actor_id = ${employeeId} AND endpoint = ${endpoint} AND key = ${key}`.execute(tx)
  return rows[0]
}

/** Stores the answer in the transaction of its effects: both are there or neither. */
export async function insertAnswer(
  tx: Db,
  call: KeyedCall,
  status: number,
  text: string | null,
): Promise<void> {
  await sql`INSERT INTO idempotency_key (actor_id, endpoint, key, body_hash, status, response)
    VALUES (${call.employeeId}, ${call.endpoint}, ${call.key}, ${call.bodyHash}, ${status}, ${text}::text::jsonb)`.execute(
    tx,
  )
}
