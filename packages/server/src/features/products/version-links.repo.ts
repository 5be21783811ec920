import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Those of the ids that are partners. */
export async function findKnownPartners(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM partner WHERE id = ANY(${ids}::int[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** What an option or a promotion requires and excludes, by the newest version of each that is not archived. */
export async function findLinks(db: Db): Promise<Map<number, { requires: number[]; excludes: number[] }>> {
  const { rows } = await sql<{ id: number; requires: number[]; excludes: number[] }>`
    SELECT DISTINCT ON (v.product_id) v.product_id AS id, v.content -> 'requires' AS requires, v.content -> 'excludes' AS excludes
    FROM product_version v JOIN product p ON p.id = v.product_id AND p.kind <> 'PRODUCT'
    WHERE v.state <> 'ARCHIVE' ORDER BY v.product_id, v.number DESC`.execute(db)
  return new Map(rows.map(({ id, ...links }) => [id, links]))
}
