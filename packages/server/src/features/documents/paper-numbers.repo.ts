import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A type of documents with its category; of an unknown code no category is known. */
export async function findPaperType(db: Db, code: string): Promise<{ code: string; categoryCode: string }> {
  const { rows } = await sql<{ code: string; categoryCode: string }>`
    SELECT code, coalesce(attributes ->> 'categoryCode', 'OTHER') AS "categoryCode" FROM reference_item
    WHERE dictionary = 'docType' AND code = ${code}`.execute(db)
  return rows[0] ?? { code, categoryCode: 'OTHER' }
}

/** Every type that each of the documents has ever had. */
export async function findPastTypes(
  db: Db,
  objectType: string,
  ids: readonly number[],
): Promise<{ id: number; code: string; categoryCode: string }[]> {
  const { rows } = await sql<{ id: number; code: string; categoryCode: string }>`
    SELECT DISTINCT h.object_id AS id, t.code, coalesce(r.attributes ->> 'categoryCode', 'OTHER') AS "categoryCode"
    FROM change_history h
    CROSS JOIN LATERAL (VALUES (h.old_values ->> 'type_code'), (h.new_values ->> 'type_code')) t(code)
    LEFT JOIN reference_item r ON r.dictionary = 'docType' AND r.code = t.code
    WHERE h.object_type = ${objectType} AND h.object_id = ANY(${ids}::int[]) AND t.code IS NOT NULL`.execute(
    db,
  )
  return rows
}
