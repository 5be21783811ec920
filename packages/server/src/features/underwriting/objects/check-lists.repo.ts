import type { CheckListGoal } from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import type { CheckListVersion } from '@ipoteka-office/contract/underwriting/objects/check-list-versions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A version of a check list as it is stored. */
export type CheckListRow = Omit<CheckListVersion, 'inForce' | 'actions' | 'refusal'>

const columns = sql`v.id, v.goal, v.number, v.state, v.valid_from::text AS "validFrom", v.content, v.comment,
  s.full_name AS "savedBy", v.saved_at AS "savedAt", p.full_name AS "publishedBy", v.published_at AS "publishedAt", v.version,
  (SELECT count(*)::int FROM object_review r WHERE r.list_id = v.id) AS answers`
const joined = sql`check_list_version v LEFT JOIN employee s ON s.id = v.saved_by LEFT JOIN employee p ON p.id = v.published_by`

/** Every version, the latest of each goal first; drafts that were given up are not told. */
export async function findLists(db: Db): Promise<CheckListRow[]> {
  const { rows } = await sql<CheckListRow>`SELECT ${columns} FROM ${joined} WHERE v.state <> 'DISCARDED'
    ORDER BY v.goal, v.number DESC`.execute(db)
  return rows
}

/** A version of a check list; `lock` holds it and its goal. */
export async function findList(
  db: Db,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<CheckListRow | undefined> {
  const { rows } = await sql<CheckListRow>`SELECT ${columns} FROM ${joined} WHERE v.id = ${id}
    ${lock ? sql`FOR UPDATE OF v` : sql``}`.execute(db)
  return rows[0]
}

/** By which version objects of a goal are asked on a day. */
export async function findListInForce(db: Db, goal: string, day: string): Promise<CheckListRow | undefined> {
  const { rows } = await sql<CheckListRow>`SELECT ${columns} FROM ${joined}
    WHERE v.goal = ${goal} AND v.state = 'PUBLISHED' AND v.valid_from <= ${day}::date
    ORDER BY v.valid_from DESC, v.number DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Versions by which objects are asked on a day: one of each goal at most. */
export async function findListsInForce(db: Db, day: string): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT ON (v.goal) v.id FROM check_list_version v
    WHERE v.state = 'PUBLISHED' AND v.valid_from <= ${day}::date ORDER BY v.goal, v.valid_from DESC, v.number DESC`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Begins a draft with what the last version says; nothing where one stands already. */
export async function insertDraft(
  db: Db,
  { goal, savedBy, at }: { readonly goal: CheckListGoal; readonly savedBy: number; readonly at: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO check_list_version (goal, number, content, saved_by, saved_at)
    SELECT ${goal}::text, coalesce(max(v.number), 0) + 1, coalesce((array_agg(v.content ORDER BY v.number DESC)
      FILTER (WHERE v.state = 'PUBLISHED'))[1], '{"questions": []}'), ${savedBy}::int, ${at}::timestamptz
    FROM check_list_version v WHERE v.goal = ${goal}
    ON CONFLICT DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id
}

export async function writeDraft(
  db: Db,
  id: number,
  draft: {
    readonly content: object
    readonly validFrom: string | null
    readonly savedBy: number
    readonly at: Date
  },
): Promise<void> {
  await sql`UPDATE check_list_version SET content = ${JSON.stringify(draft.content)}::text::jsonb,
    valid_from = ${draft.validFrom}::date, saved_by = ${draft.savedBy}, saved_at = ${draft.at}, version = version + 1
    WHERE id = ${id}`.execute(db)
}

export async function writePublished(
  db: Db,
  id: number,
  to: { readonly validFrom: string; readonly comment: string; readonly by: number; readonly at: Date },
): Promise<void> {
  await sql`UPDATE check_list_version SET state = 'PUBLISHED', valid_from = ${to.validFrom}::date, comment = ${to.comment},
    published_by = ${to.by}, published_at = ${to.at}, version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function writeListState(db: Db, id: number, state: 'WITHDRAWN' | 'DISCARDED'): Promise<void> {
  await sql`UPDATE check_list_version SET state = ${state}, version = version + 1 WHERE id = ${id}`.execute(
    db,
  )
}

/** Whether the goal has another published version from this day or earlier. */
export async function hasAnother(db: Db, { id, goal }: Pick<CheckListRow, 'id' | 'goal'>, day: string) {
  const { rows } = await sql`SELECT FROM check_list_version WHERE goal = ${goal} AND id <> ${id}
    AND state = 'PUBLISHED' AND valid_from <= ${day}::date LIMIT 1`.execute(db)
  return rows.length > 0
}
