import type { RealtyObjectInput } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** The present objects of an application, whoever asks. */
export async function findForGuard(db: Db, caseId: number): Promise<(RealtyObjectInput & { id: number })[]> {
  const { rows } = await sql<RealtyObjectInput & { id: number }>`
    SELECT o.id, o.role, o.type_code AS type, o.number_type AS "numberType", o.number, o.address, o.area::text AS area,
      o.price::text AS price, o.right_kind AS "rightKind", o.ownership, o.owners, o.extract_date::text AS "extractDate",
      o.encumbrances, o.appraisals, o.building, o.comment
    FROM realty_object o WHERE o.case_id = ${caseId} AND o.removed_at IS NULL ORDER BY o.id`.execute(db)
  return rows
}

/** Everybody who has ever entered or changed an object. */
export async function findWriters(db: Db, objectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT w.id FROM realty_object o CROSS JOIN LATERAL (
      SELECT o.created_by UNION SELECT o.saved_by
      UNION SELECT h.actor_id FROM change_history h WHERE h.object_type = 'realtyObject' AND h.object_id = o.id) w (id)
    WHERE o.id = ${objectId} AND w.id IS NOT NULL`.execute(db)
  return rows.map(({ id }) => id)
}
