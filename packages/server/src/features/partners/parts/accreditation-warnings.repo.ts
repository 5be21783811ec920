import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** An accreditation that ends soon, or has just ended, and was not warned of yet. */
export interface EndingAccreditation {
  readonly id: number
  readonly partnerId: number
  readonly partnerName: string
  readonly roleName: string
  readonly dateTo: string
}

const batch = 1_000

/**
 * Takes the accreditations that end from `from` to `to` days from today: each is answered once for these days,
 * whatever they were when it was (`told`: the most that they may have been).
 * One that another of the same role and kind continues needs no warning.
 */
export async function takeEnding(
  db: Db,
  today: string,
  { from, to, told }: { readonly from: number; readonly to: number; readonly told: number },
): Promise<EndingAccreditation[]> {
  const { rows } = await sql<EndingAccreditation>`
    WITH ending AS (
      SELECT a.id, a.partner_id, p.short_name, coalesce(c.name, r.role_code) AS role_name, a.date_to
      FROM accreditation a JOIN partner_role r ON r.id = a.partner_role_id AND NOT r.not_active
      JOIN partner p ON p.id = a.partner_id AND NOT p.not_active
      LEFT JOIN partner_role_catalogue c ON c.code = r.role_code
      WHERE a.status = 'ACTIVE' AND a.date_to BETWEEN ${today}::date + ${from}::int AND ${today}::date + ${to}::int
        AND NOT EXISTS (SELECT FROM accreditation n WHERE n.partner_role_id = a.partner_role_id AND n.type_code = a.type_code
          AND n.status = 'ACTIVE' AND n.date_from <= a.date_to + 1 AND (n.date_to IS NULL OR n.date_to > a.date_to))
        AND NOT EXISTS (SELECT FROM expiry_warning w WHERE w.object_type = 'accreditation' AND w.object_id = a.id
          AND w.date_to = a.date_to AND w.days_before BETWEEN ${from}::int AND ${told}::int)
      ORDER BY a.date_to, a.id LIMIT ${batch}),
    taken AS (
      INSERT INTO expiry_warning (object_type, object_id, date_to, days_before)
      SELECT 'accreditation', e.id, e.date_to, ${to}::int FROM ending e ON CONFLICT DO NOTHING RETURNING object_id)
    SELECT e.id, e.partner_id AS "partnerId", e.short_name AS "partnerName", e.role_name AS "roleName",
      e.date_to::text AS "dateTo"
    FROM ending e JOIN taken t ON t.object_id = e.id ORDER BY e.date_to, e.id`.execute(db)
  return rows
}

/** Who leads at each partner: heads of its groups and people with subordinates there and no head of their own. */
export async function findLeaders(db: Db, partnerIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ partnerId: number; ids: number[] }>`
    SELECT e.partner_id AS "partnerId", array_agg(e.id ORDER BY e.id) AS ids FROM employee e
    WHERE e.partner_id = ANY(${partnerIds}::int[]) AND NOT e.not_active AND (
      EXISTS (SELECT FROM workgroup w WHERE w.head_id = e.id AND w.partner_id = e.partner_id AND NOT w.not_active)
      OR (NOT EXISTS (SELECT FROM employee h WHERE h.id = e.head_id AND h.partner_id = e.partner_id)
        AND EXISTS (SELECT FROM employee s WHERE s.head_id = e.id AND s.partner_id = e.partner_id AND NOT s.not_active)))
    GROUP BY e.partner_id`.execute(db)
  return new Map(rows.map(({ partnerId, ids }) => [partnerId, ids]))
}

/** The operator's people who may change roles and accreditation. */
export async function findResponsible(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT e.id FROM user_role_operation o
    JOIN user_role r ON r.id = o.user_role_id AND NOT r.is_disabled
    JOIN role_holder h ON h.user_role_id = r.id
    JOIN employee e ON e.id = h.employee_id AND NOT e.not_active
    JOIN partner p ON p.id = e.partner_id AND NOT p.not_active AND 'Ahml' = ANY(p.roles)
    WHERE o.object_type = 'Partner' AND o.operation = 'UpdateRoles' ORDER BY e.id LIMIT 200`.execute(db)
  return rows.map(({ id }) => id)
}
