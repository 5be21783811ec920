import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** The first day of what comes with an empty database; later deliveries begin on the day they arrive. */
const firstDay = '2020-01-01'

/** The questions of each goal as the product has them. */
export const readCheckLists = async (): Promise<Readonly<Record<string, readonly object[]>>> =>
  JSON.parse(await readFile(join(import.meta.dirname, 'data/check-lists.json'), 'utf8')) as Record<
    string,
    object[]
  >

/**
 * Brings the product's check lists: a version of each goal that has none, and a next one where the text has changed and the
 * bank has not written its own. May be repeated, also by several instances at once.
 */
export async function deliverCheckLists(db: Db): Promise<void> {
  const lists = await readCheckLists()
  const rows = Object.entries(lists).map(([goal, questions]) => ({ goal, content: { questions } }))
  await sql`
    INSERT INTO check_list_version (goal, number, state, valid_from, content, comment, published_at)
    SELECT c.goal, coalesce(known.number, 0) + 1, 'PUBLISHED',
      CASE WHEN known.number IS NULL THEN ${firstDay}::date ELSE current_date END, c.content, 'Поставка системы', now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) c (goal text, content jsonb)
    CROSS JOIN LATERAL (
      SELECT max(v.number) AS number, bool_or(v.saved_by IS NOT NULL) AS is_own,
        (array_agg(v.content ORDER BY v.number DESC) FILTER (WHERE v.saved_by IS NULL))[1] AS delivered
      FROM check_list_version v WHERE v.goal = c.goal) known
    WHERE known.is_own IS NOT TRUE AND known.delivered IS DISTINCT FROM c.content
    ON CONFLICT DO NOTHING`.execute(db)
}
