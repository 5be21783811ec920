import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { NamedTable } from './card-history.rules.ts'

/** The card whose history is asked for. */
export interface Card {
  readonly objectType: string
  readonly objectId: number
}

/** A change as the trigger wrote it. */
export interface RawChange extends Omit<HistoryEntry, 'changes'> {
  readonly objectType: string
  readonly objectId: number
  readonly oldValues: Record<string, unknown> | null
  readonly newValues: Record<string, unknown> | null
  /** Of a part: the row as it was created, to tell which one it is. */
  readonly created: Record<string, unknown> | null
}

/** Rows of the card and of its parts that change something people know; `known` holds `type.field`. */
const told = ({ objectType, objectId }: Card, known: readonly string[]) => {
  const isTold = sql`split_part(k.type_field, '.', 1) = h.object_type
    AND (h.action <> 'UPDATE' OR h.new_values ? split_part(k.type_field, '.', 2))`
  const isKnown = sql`EXISTS (SELECT FROM unnest(${known}::text[]) AS k(type_field) WHERE ${isTold})`
  return sql`(
    SELECT h.* FROM change_history h
    WHERE h.object_type = ${objectType} AND h.object_id = ${objectId} AND ${isKnown}
    UNION ALL
    SELECT h.* FROM change_history h
    WHERE h.owner_type = ${objectType} AND h.owner_id = ${objectId} AND ${isKnown})`
}

/** A page of the changes of a card and of its parts, newest first. */
export async function findCardChanges(
  db: Db,
  card: Card,
  known: readonly string[],
  { page, size }: PageQuery,
): Promise<{ rows: RawChange[]; total: number }> {
  const { rows } = await sql<RawChange>`
    SELECT h.id, h.at, h.action, h.version, h.request_id AS "requestId", h.object_type AS "objectType", h.object_id AS "objectId",
      h.old_values AS "oldValues", h.new_values AS "newValues", coalesce(e.full_name, 'Система') AS actor,
      CASE WHEN h.action = 'UPDATE' THEN (
        SELECT c.new_values FROM change_history c
        WHERE c.object_type = h.object_type AND c.object_id = h.object_id AND c.action = 'INSERT'
        ORDER BY c.id DESC LIMIT 1) END AS created
    FROM ${told(card, known)} h LEFT JOIN employee e ON e.id = h.actor_id
    ORDER BY h.id DESC LIMIT ${size} OFFSET ${page * size}`.execute(db)
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${told(card, known)} h`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

/** Who made the last change of an object and when: the `by` of a 409. */
export async function findLastChangeOf(
  db: Db,
  { objectType, objectId }: Card,
): Promise<{ descriptor: string; at: string } | undefined> {
  const { rows } = await sql<{ descriptor: string; at: string }>`
    SELECT coalesce(e.full_name, 'Система') AS descriptor, h.at FROM change_history h
    LEFT JOIN employee e ON e.id = h.actor_id
    WHERE h.object_type = ${objectType} AND h.object_id = ${objectId} ORDER BY h.id DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Names of dictionary codes: `region:77` → «Москва». */
export async function findCodeNames(
  db: Db,
  codes: readonly { readonly dictionary: string; readonly code: string }[],
): Promise<[string, string][]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ key: string; name: string }>`
    SELECT r.dictionary || ':' || r.code AS key, r.name
    FROM unnest(${codes.map((c) => c.dictionary)}::text[], ${codes.map((c) => c.code)}::text[]) AS c(dictionary, code)
    JOIN reference_item r ON r.dictionary = c.dictionary AND r.code = c.code`.execute(db)
  return rows.map(({ key, name }) => [key, name])
}

const nameColumns: Record<NamedTable, string> = {
  partner: 'short_name',
  employee: 'full_name',
  workgroup: 'name',
  workgroup_role: 'name',
  user_role: 'name',
}

/** Names of rows: `partner:2` → «Волга-Ипотека». */
export async function findRowNames(
  db: Db,
  table: NamedTable,
  ids: readonly number[],
): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, ${sql.ref(nameColumns[table])} AS name FROM ${sql.table(table)} WHERE id = ANY(${ids}::int[])`.execute(
    db,
  )
  return rows.map(({ id, name }) => [`${table}:${id}`, name])
}
