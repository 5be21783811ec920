import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What the person has kept; null when nothing yet. */
export async function findSettings(db: Db, employeeId: number): Promise<unknown> {
  const row = await db
    .selectFrom('user_setting')
    .select('settings')
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  return row?.settings ?? null
}

/** Merges the given settings into the kept ones, columns and widths list by list; two tabs do not undo each other. */
export async function mergeSettings(db: Db, employeeId: number, settings: object): Promise<unknown> {
  const given = JSON.stringify(settings)
  const { rows } = await sql<{ settings: unknown }>`
    INSERT INTO user_setting AS kept (employee_id, settings) VALUES (${employeeId}, ${given}::text::jsonb)
    ON CONFLICT (employee_id) DO UPDATE SET settings = kept.settings || excluded.settings || jsonb_build_object(
      'columns', coalesce(kept.settings -> 'columns', '{}') || coalesce(excluded.settings -> 'columns', '{}'),
      'widths', coalesce(kept.settings -> 'widths', '{}') || coalesce(excluded.settings -> 'widths', '{}'))
    RETURNING settings`.execute(db)
  return rows[0]?.settings ?? null
}
