import type { ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { OfferedProduct } from '@ipoteka-office/contract/products/offered-products.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { lendingsOf, type ProductReader } from '../product-reader.ts'
import { isOfferedTo } from '../products-list.repo.ts'

/** Which versions of the catalogue are wanted. */
export interface OfferedWish {
  readonly kind: ProductKind
  /** An option or a promotion that may be taken with this product. */
  readonly withProduct?: { readonly id: number; readonly lending: string }
  /** Every version that was in force, rather than the one that is. */
  readonly isAll: boolean
  /** Lending whose versions on approval are shown as well. */
  readonly reviewed: readonly string[]
}

/** An offered version, and whether its rates are added to the key rate. */
export type OfferedRow = OfferedProduct & { readonly isOverKey: boolean }

function wished({ actor, today }: ProductReader, { isAll, reviewed }: OfferedWish): RawBuilder<unknown> {
  const inForce = sql`v.in_force @> ${today}::date AND ${isOfferedTo(actor)}`
  if (!actor.isAhml) return inForce
  const released = isAll ? sql`v.in_force IS NOT NULL` : inForce
  return sql`(${released} OR (v.state IN ('ON_APPROVAL', 'APPROVED') AND p.lending = ANY(${reviewed}::text[])))`
}

/** Versions of products, options or promotions that the person is offered. */
export async function findOffered(db: Db, reader: ProductReader, wish: OfferedWish): Promise<OfferedRow[]> {
  const { kind, withProduct } = wish
  const goesWith =
    withProduct === undefined
      ? sql`true`
      : sql`p.lending = ${withProduct.lending} AND (v.content -> 'productIds' = '[]'
          OR v.content -> 'productIds' @> to_jsonb(${withProduct.id}::int))`
  const { rows } = await sql<OfferedRow>`
    SELECT p.id, p.kind, p.lending, p.code, v.name, v.content -> 'names' ->> 'client' AS "clientName",
      v.content -> 'names' ->> 'about' AS about,
      json_build_object('code', p.type_code, 'name', coalesce(t.name, p.type_code)) AS type, v.id AS "versionId", v.number,
      v.state, v.valid_from::text AS "validFrom",
      (CASE WHEN v.in_force IS NULL THEN v.valid_to ELSE upper(v.in_force) - 1 END)::text AS "validTo",
      v.rate_from::text AS "rateFrom", v.rate_to::text AS "rateTo", v.points::text AS points, v.over_key AS "isOverKey"
    FROM product p JOIN product_version v ON v.product_id = p.id
      LEFT JOIN reference_item t ON t.code = p.type_code AND t.dictionary = CASE p.lending WHEN 'MORTGAGE' THEN 'product/type'
        WHEN 'CASH_LOAN' THEN 'cashLoan/productType' ELSE 'creditCard/productType' END
    WHERE p.kind = ${kind} AND p.lending = ANY(${lendingsOf(reader.actor, 'Read')}::text[])
      AND ${goesWith} AND ${wished(reader, wish)}
    ORDER BY v.name, p.id, v.number DESC LIMIT 2000`.execute(db)
  return rows
}
