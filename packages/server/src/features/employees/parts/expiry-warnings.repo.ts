import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A document of somebody who works that ends soon. */
export interface EndingDocument {
  readonly objectType: 'procuracy' | 'employee_document'
  readonly objectId: number
  readonly title: string
  readonly dateTo: string
  readonly daysLeft: number
  readonly employeeId: number
  readonly fullName: string
  readonly partnerId: number
  readonly headId: number | null
}

/** From how many days to how many days before its end something is warned of. */
interface WarningSpan {
  readonly from: number
  readonly to: number
  /** The most days with which this warning was ever given: its figure may have been another then. */
  readonly told: number
}

/** What ends within the days and was not yet warned of with so few days left. */
export async function findEnding(db: Db, today: string, days: WarningSpan): Promise<EndingDocument[]> {
  const { rows } = await sql<EndingDocument>`
    SELECT x.object_type AS "objectType", x.id AS "objectId", x.title, x.date_to::text AS "dateTo",
      x.date_to - ${today}::date AS "daysLeft", e.id AS "employeeId", e.full_name AS "fullName",
      e.partner_id AS "partnerId", CASE WHEN h.not_active THEN NULL ELSE h.id END AS "headId"
    FROM (
      SELECT 'procuracy' AS object_type, id, employee_id, 'доверенность № ' || number AS title, date_to FROM procuracy
        WHERE deleted_at IS NULL AND revoked_on IS NULL
          AND date_to BETWEEN ${today}::date + ${days.from}::int AND ${today}::date + ${days.to}::int
      UNION ALL
      SELECT 'employee_document', d.id, d.employee_id,
        'документ «' || coalesce(r.name, d.type_code) || '»' || CASE WHEN d.number = '' THEN '' ELSE ' № ' || d.number END,
        d.valid_to FROM employee_document d
        LEFT JOIN reference_item r ON r.dictionary = 'authorityType' AND r.code = d.type_code
        WHERE d.deleted_at IS NULL AND d.kind = 'AUTHORITY'
          AND d.valid_to BETWEEN ${today}::date + ${days.from}::int AND ${today}::date + ${days.to}::int) x
    JOIN employee e ON e.id = x.employee_id AND NOT e.not_active
    LEFT JOIN employee h ON h.id = e.head_id
    WHERE NOT EXISTS (SELECT FROM expiry_warning w WHERE w.object_type = x.object_type AND w.object_id = x.id
      AND w.date_to = x.date_to AND w.days_before BETWEEN ${days.from}::int AND ${days.told}::int)
    ORDER BY x.date_to, x.object_type, x.id LIMIT 1000`.execute(db)
  return rows
}

/** Whether this warning is the first of its kind. */
export async function insertWarning(db: Db, document: EndingDocument, daysBefore: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO expiry_warning (object_type, object_id, date_to, days_before)
    VALUES (${document.objectType}, ${document.objectId}, ${document.dateTo}::date, ${daysBefore})
    ON CONFLICT DO NOTHING RETURNING object_id`.execute(db)
  return rows.length > 0
}

/** Who may change employees' cards at the partner, or at the nearest one above it that has such people. */
export async function findAdministrators(db: Db, partnerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH administrators AS (
      SELECT DISTINCT e.id, array_position(p.ancestor_ids, e.partner_id) AS depth
      FROM partner p JOIN employee e ON e.partner_id = ANY(p.ancestor_ids) AND NOT e.not_active
      JOIN role_holder h ON h.employee_id = e.id JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
      JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'PartnerEmployee' AND o.operation = 'Update'
      WHERE p.id = ${partnerId})
    SELECT id FROM administrators WHERE depth = (SELECT max(depth) FROM administrators) ORDER BY id LIMIT 50`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
