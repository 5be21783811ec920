import type { NamedRef } from '@ipoteka-office/contract/common/refs.ts'
import type { ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { ProductReader } from './product-reader.ts'
import { isOfferedTo } from './products-list.repo.ts'
import type { StoredProduct } from './stored-products.ts'

/** The number of the version that the person is shown unasked: what is prepared, what is in force, or the newest. */
export async function findShownNumber(
  db: Db,
  { actor, today }: ProductReader,
  productId: number,
): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    SELECT v.number FROM product_version v WHERE v.product_id = ${productId}
      AND ${actor.isAhml ? sql`true` : sql`v.in_force @> ${today}::date AND ${isOfferedTo(actor)}`}
    ORDER BY (v.state IN ('DRAFT', 'ON_APPROVAL', 'CORRECTION', 'APPROVED')) DESC,
      coalesce(v.in_force @> ${today}::date, false) DESC, v.number DESC LIMIT 1`.execute(db)
  return rows[0]?.number ?? null
}

/** Open cases by the number of the version that each was priced by. */
export async function findOpenCases(
  db: Db,
  { actor }: ProductReader,
  { id, kind }: StoredProduct,
): Promise<Map<number, number>> {
  const isOf =
    kind === 'PRODUCT'
      ? sql`c.version_id = v.id`
      : kind === 'OPTION'
        ? sql`c.option_version_ids @> ARRAY[v.id]`
        : sql`c.promotion_version_ids @> ARRAY[v.id]`
  const { rows } = await sql<{ number: number; count: number }>`
    SELECT v.number, count(*)::int AS count FROM product_version v JOIN case_price c ON ${isOf} AND c.replaced_at IS NULL
      JOIN case_file f ON f.id = c.case_id
    WHERE v.product_id = ${id} AND NOT f.closed AND ${visibleTo(actor, 'f.partner_id')} GROUP BY v.number`.execute(
    db,
  )
  return new Map(rows.map(({ number, count }) => [number, count]))
}

/** Condition on a version `v` of a product `p`: it is the one by which others know the product. */
const isNamed = ({ actor, today }: ProductReader) =>
  actor.isAhml
    ? sql`v.id = (SELECT n.id FROM product_version n WHERE n.product_id = p.id AND n.state <> 'ARCHIVE'
        ORDER BY coalesce(n.in_force @> ${today}::date, false) DESC, n.number DESC LIMIT 1)`
    : sql`v.in_force @> ${today}::date AND ${isOfferedTo(actor)}`

/** Options or promotions that may be taken with the product. */
export async function findAdditions(
  db: Db,
  reader: ProductReader,
  { id, lending }: Pick<StoredProduct, 'id' | 'lending'>,
  kind: Exclude<ProductKind, 'PRODUCT'>,
): Promise<NamedRef[]> {
  const { rows } = await sql<NamedRef>`
    SELECT p.id, v.name FROM product p JOIN product_version v ON v.product_id = p.id
    WHERE p.kind = ${kind} AND p.lending = ${lending} AND ${isNamed(reader)}
      AND (v.content -> 'productIds' = '[]' OR v.content -> 'productIds' @> to_jsonb(${id}::int))
    ORDER BY v.name, p.id LIMIT 500`.execute(db)
  return rows
}

/** Those of these products that the person may know of, with their names. */
export async function findNamed(db: Db, reader: ProductReader, ids: readonly number[]): Promise<NamedRef[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NamedRef>`
    SELECT p.id, v.name FROM product p JOIN product_version v ON v.product_id = p.id
    WHERE p.id = ANY(${ids}::int[]) AND ${isNamed(reader)} ORDER BY v.name, p.id`.execute(db)
  return rows
}
