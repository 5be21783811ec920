import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A product that is offered on the public page of partners by a code of `creditProductQr`. */
export interface PublicProduct {
  readonly qrCode: string
  readonly productId: number
  readonly typeCode: string
  readonly lending: Lending
}

/** Products that people of the partner offer on a day; of any partner where none is named. */
export async function findPublicProducts(
  db: Db,
  {
    day,
    partnerId,
    qrCode,
  }: { readonly day: string; readonly partnerId: number | null; readonly qrCode?: string },
): Promise<PublicProduct[]> {
  const { rows } = await sql<PublicProduct>`
    SELECT v.qr_code AS "qrCode", p.id AS "productId", p.type_code AS "typeCode", p.lending
    FROM product_version v JOIN product p ON p.id = v.product_id
    WHERE v.qr_code IS NOT NULL AND v.in_force @> ${day}::date
      AND (${qrCode ?? null}::text IS NULL OR v.qr_code = ${qrCode ?? null})
      AND (${partnerId}::int IS NULL OR offered_to(v.partner_ids, v.partner_profiles, ${partnerId}::int))
    ORDER BY p.id`.execute(db)
  return rows
}
