import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What an import changed. */
export interface UnitChange {
  readonly total: number
  readonly added: number
  readonly removed: number
}

/** Makes these units all that are imported; the training data go, the delivered ones stay. */
export async function replaceUnits(
  db: Db,
  units: readonly (readonly [string, string])[],
): Promise<UnitChange> {
  const demo = await sql`DELETE FROM passport_unit WHERE origin = 'DEMO'`.execute(db)
  const { rows } = await sql<{ added: number; removed: number }>`
    WITH wanted AS (
      SELECT u ->> 0 AS code, u ->> 1 AS name FROM jsonb_array_elements(${JSON.stringify(units)}::text::jsonb) AS u
    ), removed AS (
      DELETE FROM passport_unit p WHERE p.origin = 'IMPORTED' AND NOT EXISTS (
        SELECT FROM wanted w WHERE w.code = p.code AND w.name = p.name) RETURNING 1
    ), added AS (
      INSERT INTO passport_unit (code, name) SELECT code, name FROM wanted ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM added) AS added, (SELECT count(*)::int FROM removed) AS removed`.execute(
    db,
  )
  const { added = 0, removed = 0 } = rows[0] ?? {}
  return { total: units.length, added, removed: removed + Number(demo.numAffectedRows ?? 0) }
}
