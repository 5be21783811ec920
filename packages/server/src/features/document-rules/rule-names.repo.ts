import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Short names of partners by id. */
export async function findPartnerNames(db: Db, ids: readonly number[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, short_name AS name FROM partner WHERE id = ANY(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}
