import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Insurer } from './insurer.ts'

const role = 'Insurer'

/** Partners with the role of an insurer, by name; the best accreditation on the day speaks for each. */
export async function findInsurers(db: Db, day: string): Promise<Insurer[]> {
  const { rows } = await sql<Insurer>`
    SELECT p.id, p.short_name AS "shortName", p.inn, a.date_to::text AS "accreditedTo",
      coalesce(a.state IN ('ACTIVE', 'EXPIRING'), false) AS "isAccredited"
    FROM partner p JOIN partner_role r ON r.partner_id = p.id AND r.role_code = ${role} AND NOT r.not_active
    LEFT JOIN LATERAL (
      SELECT x.date_to, accreditation_state(x.status, x.date_from, x.date_to, ${day}::date, ${day}::date) AS state
      FROM accreditation x WHERE x.partner_role_id = r.id
      ORDER BY accreditation_rank(x.status, x.date_from, x.date_to, ${day}::date, ${day}::date), x.id LIMIT 1) a ON true
    WHERE p.parent_id IS NULL ORDER BY p.short_name, p.id`.execute(db)
  return rows
}
