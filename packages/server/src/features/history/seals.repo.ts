import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Rows under one seal at most: a long backlog becomes several seals. */
const maxRows = 10_000

/** The newest history row and the transaction number that every later transaction is at or above. */
export async function findSealable(db: Db): Promise<{ upTo: string | null; nextTransaction: string }> {
  const { rows } = await sql<{ upTo: string | null; nextTransaction: string }>`
    SELECT (SELECT max(id)::text FROM change_history
              WHERE id > coalesce((SELECT max(to_id) FROM history_seal), 0)) AS "upTo",
           pg_snapshot_xmax(pg_current_snapshot())::text AS "nextTransaction"`.execute(db)
  return rows[0] ?? { upTo: null, nextTransaction: '0' }
}

/** Whether every transaction before this number has ended. */
export async function haveEndedBefore(db: Db, transaction: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${transaction}::xid8 AS ended`.execute(db)
  return rows[0]?.ended ?? false
}

/** Seals the next rows up to the id; answers how many it sealed. */
export async function insertSeal(db: Db, upTo: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // One seal after the other, whatever runs at once.
    await sql`SELECT pg_advisory_xact_lock(hashtext('history_seal'))`.execute(tx)
    const { rows } = await sql<{ count: number }>`
      WITH before AS (SELECT to_id, hash FROM history_seal ORDER BY id DESC LIMIT 1),
      start AS (SELECT coalesce((SELECT to_id FROM before), 0) AS id),
      part AS (
        SELECT id, hash FROM change_history, (SELECT id AS start_id FROM start) s
        WHERE id > start_id AND id <= ${upTo}::bigint ORDER BY id LIMIT ${maxRows})
      INSERT INTO history_seal (from_id, to_id, row_count, hash)
      SELECT (SELECT id FROM start), max(id), count(*),
        sha256(coalesce((SELECT hash FROM before), '') || string_agg(hash, ''::bytea ORDER BY id))
      FROM part HAVING count(*) > 0
      RETURNING row_count AS count`.execute(tx)
    return rows[0]?.count ?? 0
  })
}

/** A history row that is not as it was written. */
export interface BrokenRow {
  readonly id: string
  readonly objectType: string
  readonly objectId: number
  readonly reason: 'changed' | 'unchained'
}

/** The first row whose content does not match its hash or that does not continue its object's chain. */
export async function findBrokenRow(db: Db): Promise<BrokenRow | null> {
  const { rows } = await sql<BrokenRow>`
    SELECT id::text AS id, object_type AS "objectType", object_id AS "objectId",
      CASE WHEN computed IS DISTINCT FROM hash THEN 'changed' ELSE 'unchained' END AS reason
    FROM (
      SELECT id, object_type, object_id, hash, prev_hash, history_hash(h) AS computed,
        lag(hash) OVER (PARTITION BY object_type, object_id ORDER BY id) AS expected_prev
      FROM change_history h) c
    WHERE computed IS DISTINCT FROM hash OR prev_hash IS DISTINCT FROM expected_prev
    ORDER BY c.id LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** The first seal that does not match the rows it covers, or does not follow the seal before it. */
export async function findBrokenSeal(db: Db): Promise<{ id: string; fromId: string; toId: string } | null> {
  const { rows } = await sql<{ id: string; fromId: string; toId: string }>`
    SELECT id::text AS id, from_id::text AS "fromId", to_id::text AS "toId"
    FROM (
      SELECT s.*, lag(hash) OVER w AS prev_hash, coalesce(lag(to_id) OVER w, 0) AS prev_to,
        (SELECT count(*) FROM change_history h WHERE h.id > s.from_id AND h.id <= s.to_id) AS found,
        (SELECT string_agg(h.hash, ''::bytea ORDER BY h.id) FROM change_history h
          WHERE h.id > s.from_id AND h.id <= s.to_id) AS hashes
      FROM history_seal s WINDOW w AS (ORDER BY id)) c
    WHERE from_id <> prev_to OR found <> row_count
      OR sha256(coalesce(prev_hash, '') || coalesce(hashes, '')) IS DISTINCT FROM hash
    ORDER BY c.id LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** How much was looked at. */
export async function countHistory(db: Db): Promise<{ rows: number; seals: number; sealedUpTo: string }> {
  const { rows } = await sql<{ rows: number; seals: number; sealedUpTo: string }>`
    SELECT (SELECT count(*)::int FROM change_history) AS rows, count(*)::int AS seals,
      coalesce(max(to_id), 0)::text AS "sealedUpTo" FROM history_seal`.execute(db)
  return rows[0] ?? { rows: 0, seals: 0, sealedUpTo: '0' }
}
