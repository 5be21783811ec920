import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** A partner who could take the work over, with what it lacks for it. */
export interface TransferCandidate {
  readonly id: number
  readonly shortName: string
  readonly inn: string
  readonly suitable: boolean
  readonly missingRoles: string[]
  readonly missingRegions: string[]
}

const maxCandidates = 50
/** Rows looked at by name, whatever they lack. */
const maxNamed = 200

/**
 * Active visible partners other than the one that gives. Without a search only those with all roles and regions; with one
 * also those that lack something, after the others. The operator lacks nothing.
 */
export async function findCandidates(
  db: Db,
  actor: Actor,
  needed: { partnerId: number; roles: readonly string[]; regions: readonly string[]; search: string },
): Promise<TransferCandidate[]> {
  const { partnerId, roles, regions, search } = needed
  const common = sql`p.id <> ${partnerId} AND NOT p.not_active AND ${visibleTo(actor, 'p.id')}`
  const missing = sql`SELECT p.id, p.short_name, p.inn,
    CASE WHEN 'Ahml' = ANY(p.roles) THEN '{}'::text[]
      ELSE ARRAY(SELECT unnest(${roles}::text[]) EXCEPT SELECT unnest(p.roles) ORDER BY 1) END AS missing_roles,
    CASE WHEN 'Ahml' = ANY(p.roles) THEN '{}'::text[]
      ELSE ARRAY(SELECT unnest(${regions}::text[]) EXCEPT SELECT p.region_code
        EXCEPT SELECT r.region_code FROM partner_region r WHERE r.partner_id = p.id ORDER BY 1) END AS missing_regions`
  const chosen =
    search === ''
      ? sql`SELECT * FROM (${missing} FROM partner p
          WHERE ${common} AND (p.roles @> ${roles}::text[] OR p.roles @> '{Ahml}') ORDER BY p.short_name, p.id) s
          WHERE missing_regions = '{}' LIMIT ${maxCandidates}`
      : sql`${missing} FROM (SELECT * FROM partner p
          WHERE ${common} AND p.search_text LIKE search_form(${anywhere(search)})
          ORDER BY p.short_name, p.id LIMIT ${maxNamed}) p`
  const { rows } = await sql<TransferCandidate>`
    SELECT c.id, c.short_name AS "shortName", c.inn, c.missing_roles AS "missingRoles", c.missing_regions AS "missingRegions",
      cardinality(c.missing_roles) + cardinality(c.missing_regions) = 0 AS suitable
    FROM (${chosen}) c ORDER BY suitable DESC, c.short_name, c.id LIMIT ${maxCandidates}`.execute(db)
  return rows
}
