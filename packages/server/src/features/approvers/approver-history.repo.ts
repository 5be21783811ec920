import type { ApproverState } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { stateShape } from './approvers.repo.ts'

/** A change as the trigger wrote it. */
export interface RawChange extends Omit<HistoryEntry, 'changes'> {
  readonly oldValues: Record<string, unknown> | null
  readonly newValues: Record<string, unknown> | null
}

/** Changes of one approver, newest first. */
export async function findChanges(
  db: Db,
  id: number,
  { page, size }: PageQuery,
): Promise<{ rows: RawChange[]; total: number }> {
  const { rows } = await sql<RawChange>`
    SELECT h.id, h.at, h.action, h.version, h.request_id AS "requestId", h.old_values AS "oldValues",
      h.new_values AS "newValues", coalesce(e.full_name, 'Система') AS actor
    FROM change_history h LEFT JOIN employee e ON e.id = h.actor_id
    WHERE h.object_type = 'approver' AND h.object_id = ${id} ORDER BY h.id DESC LIMIT ${size} OFFSET ${page * size}`.execute(
    db,
  )
  const total = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM change_history h WHERE h.object_type = 'approver' AND h.object_id = ${id}`.execute(
    db,
  )
  return { rows, total: total.rows[0]?.count ?? 0 }
}

/**
 * The approver as it was before one of its changes: the row now, with what that change and every later one took away.
 * Nothing when the change is not one of this approver.
 */
export async function findStateBefore(db: Db, id: number, entry: string): Promise<ApproverState | undefined> {
  const { rows } = await sql<ApproverState>`
    WITH later AS (SELECT h.id, h.action, h.old_values FROM change_history h
      WHERE h.object_type = 'approver' AND h.object_id = ${id} AND h.id >= ${entry}::bigint)
    SELECT ${stateShape} FROM approver now CROSS JOIN LATERAL jsonb_populate_record(now, (
      -- Of one column the last pair stays: that of the earliest change.
      SELECT jsonb_object_agg(old.key, old.value ORDER BY later.id DESC)
      FROM later CROSS JOIN jsonb_each(later.old_values) old)) a
    WHERE now.id = ${id} AND EXISTS (
      SELECT FROM later WHERE later.id = ${entry}::bigint AND later.action = 'UPDATE')`.execute(db)
  return rows[0]
}

/** The change that made this version of the approver. */
export async function findEntryOf(db: Db, id: number, version: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT h.id FROM change_history h WHERE h.object_type = 'approver' AND h.object_id = ${id}
      AND h.version = ${version} AND h.action = 'UPDATE' ORDER BY h.id DESC LIMIT 1`.execute(db)
  return rows[0]?.id
}

/** Who made the last change and when. */
export async function findLastChange(
  db: Db,
  id: number,
): Promise<{ descriptor: string; at: string } | undefined> {
  const { rows } = await sql<{ descriptor: string; at: string }>`
    SELECT coalesce(e.full_name, 'Система') AS descriptor, h.at FROM change_history h
    LEFT JOIN employee e ON e.id = h.actor_id
    WHERE h.object_type = 'approver' AND h.object_id = ${id} ORDER BY h.id DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Names for the codes and partner ids that changes speak of: `level:LEVEL_2` → «Уровень 2». */
export async function findValueNames(db: Db, partnerIds: readonly number[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    SELECT dictionary || ':' || code AS key, name FROM reference_item
    WHERE dictionary IN ('loanApplicationLevel', 'loanApplicationStatus', 'region')
    UNION ALL SELECT 'partner:' || id, short_name FROM partner WHERE id = ANY(${partnerIds}::int[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.key, row.name]))
}
