import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { EntryChange } from './entry-versions.rules.ts'

/** Every change of an entry, the oldest first; the first one says the whole row. */
export async function findEntryChanges(
  db: Db,
  { objectType, objectId }: { readonly objectType: string; readonly objectId: number },
): Promise<EntryChange[]> {
  const { rows } = await sql<EntryChange>`
    SELECT to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, e.full_name AS actor,
      h.new_values AS values
    FROM change_history h LEFT JOIN employee e ON e.id = h.actor_id
    WHERE h.object_type = ${objectType} AND h.object_id = ${objectId} AND h.action IN ('INSERT', 'UPDATE')
    ORDER BY h.id`.execute(db)
  return rows
}
