import { type RawBuilder, sql } from 'kysely'
import type { Horizon } from '#lib/bank-time.ts'

/** The name of a dictionary code; null where there is none. */
export const named = (dictionary: string, column: string): RawBuilder<string | null> => sql`(
  SELECT r.name FROM reference_item r WHERE r.dictionary = ${sql.lit(dictionary)} AND r.code = ${sql.ref(column)})`

/** The name of a code that is always told: an unknown code tells itself. */
export const namedOrCode = (dictionary: string, column: string): RawBuilder<string> =>
  sql`coalesce(${named(dictionary, column)}, ${sql.ref(column)})`

/** Best accreditation of the role `r` on the day: its state and its end. */
export const bestAccreditation = ({ today, soon }: Horizon) => sql`LATERAL (
  SELECT accreditation_state(a.status, a.date_from, a.date_to, ${today}::date, ${soon}::date) AS state, a.date_to
  FROM accreditation a WHERE a.partner_role_id = r.id
  ORDER BY accreditation_rank(a.status, a.date_from, a.date_to, ${today}::date, ${soon}::date), a.date_to DESC NULLS FIRST, a.id
  LIMIT 1)`

/** Roles in force of the partner `p`, as `PartnerRoleShort`. */
export const rolesOf = (horizon: Horizon) => sql`coalesce((
  SELECT json_agg(json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'state', a.state, 'dateTo', a.date_to)
    ORDER BY c.sort_order, c.id)
  FROM partner_role r JOIN partner_role_catalogue c ON c.code = r.role_code
  LEFT JOIN ${bestAccreditation(horizon)} a ON true
  WHERE r.partner_id = p.id AND NOT r.not_active), '[]')`

export const parentOf = sql`(
  SELECT json_build_object('id', h.id, 'shortName', h.short_name) FROM partner h WHERE h.id = p.parent_id)`

export const branchesOf = sql`(SELECT count(*)::int FROM partner b WHERE b.parent_id = p.id)`

/** A row of a list of partners, as `PartnerRow`; the table is `p`. */
export const partnerRow = (
  horizon: Horizon,
) => sql`p.id, p.short_name AS "shortName", p.full_name AS "fullName", p.inn, p.kpp,
  p.ogrn, ${parentOf} AS parent, p.branch_type_code AS "branchTypeCode",
  ${named('partner/branchType', 'p.branch_type_code')} AS "branchTypeName", p.region_code AS "regionCode",
  ${named('region', 'p.region_code')} AS "regionName", ${rolesOf(horizon)} AS roles, ${branchesOf} AS "branchesCount",
  p.not_active AS "notActive", p.version`
