import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { ofBank, type PartnerLine } from './partner-line.ts'
import type { ReleasedRow, ReleasedVersion } from './stored-products.ts'

/**
 * Versions that have been in force on any of the days; those of a product together, the newest first.
 * What was withdrawn before it began never was in force.
 */
export async function findReleased(
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReleasedRow[]> {
  const { rows } = await sql<ReleasedRow>`
    SELECT v.id, v.product_id AS "productId", p.code, p.type_code AS "typeCode", p.lending, v.number,
      lower(v.in_force)::text AS "validFrom", (upper(v.in_force) - 1)::text AS "inForceTo",
      v.old_terms_days AS "oldTermsDays"
    FROM product_version v JOIN product p ON p.id = v.product_id
    WHERE v.in_force && daterange(${from}::date, ${to}::date, '[]') ORDER BY v.product_id, v.number DESC`.execute(
    db,
  )
  return rows
}

/** What versions say. */
export async function findContents(
  db: Db,
  ids: readonly number[],
): Promise<{ readonly id: number; readonly content: VersionContent }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; content: VersionContent }>`
    SELECT id, content FROM product_version WHERE id = ANY(${ids}::int[])`.execute(db)
  return rows
}

/** Versions by their ids, with what they say, whatever their state. */
export async function findVersionsByIds(db: Db, ids: readonly number[]): Promise<ReleasedVersion[]> {
  const { rows } = await sql<ReleasedVersion>`
    SELECT v.id, v.product_id AS "productId", p.code, p.type_code AS "typeCode", p.lending, v.number,
      coalesce(lower(v.in_force), v.valid_from)::text AS "validFrom", (upper(v.in_force) - 1)::text AS "inForceTo",
      v.old_terms_days AS "oldTermsDays", v.content
    FROM product_version v JOIN product p ON p.id = v.product_id WHERE v.id = ANY(${ids}::int[])`.execute(db)
  return rows
}

/** What changes whenever something in force does: which versions and how often each was changed, and not their number alone. */
export async function readTag(db: Db): Promise<string> {
  const { rows } = await sql<{ tag: string }>`
    SELECT count(*) || '.' || coalesce(sum(hashint8extended(id::bigint * 1000003 + version, 0)), 0) AS tag
    FROM product_version WHERE in_force IS NOT NULL`.execute(db)
  return rows[0]?.tag ?? ''
}

const line = sql`ancestor_ids AS ids, profiles_of_line(id) AS profiles`

/** The line of a partner; of one that is not there nothing is offered but what is for everybody. */
export async function findPartnerLine(db: Db, partnerId: number): Promise<PartnerLine> {
  const { rows } = await sql<PartnerLine>`SELECT ${line} FROM partner WHERE id = ${partnerId}`.execute(db)
  return rows[0] ?? ofBank
}

/** The lines of all partners at once. */
export async function findPartnerLines(db: Db): Promise<ReadonlyMap<number, PartnerLine>> {
  const { rows } = await sql<PartnerLine & { readonly id: number }>`
    SELECT id, ${line} FROM partner`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
