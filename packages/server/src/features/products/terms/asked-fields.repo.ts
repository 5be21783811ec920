import type { AskedField } from '@ipoteka-office/contract/common/fields.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { ReleasedRow } from '../stored-products.ts'

/** What the form asks for the sake of a version. */
export interface AskingRow extends ReleasedRow {
  readonly partnerIds: number[]
  readonly partnerProfiles: string[]
  readonly asks: readonly AskedField[]
}

/** Mortgages that were sold on any of the days; those of a product together, the newest version first. */
export async function findAsking(
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<AskingRow[]> {
  const { rows } = await sql<AskingRow>`
    SELECT v.id, v.product_id AS "productId", p.code, p.type_code AS "typeCode", p.lending, v.number,
      lower(v.in_force)::text AS "validFrom", (upper(v.in_force) - 1)::text AS "inForceTo",
      v.old_terms_days AS "oldTermsDays", v.partner_ids AS "partnerIds", v.partner_profiles AS "partnerProfiles", v.asks
    FROM product_version v JOIN product p ON p.id = v.product_id
    WHERE p.kind = 'PRODUCT' AND p.lending = 'MORTGAGE' AND v.in_force && daterange(${from}::date, ${to}::date, '[]')
    ORDER BY v.product_id, v.number DESC`.execute(db)
  return rows
}

/** What one version asks, by its id: a product that is sold no more keeps asking its cases. */
export async function findAskingVersion(
  db: Db,
  id: number,
): Promise<{ readonly typeCode: string; readonly asks: readonly AskedField[] } | undefined> {
  const { rows } = await sql<{ typeCode: string; asks: AskedField[] }>`
    SELECT p.type_code AS "typeCode", v.asks FROM product_version v JOIN product p ON p.id = v.product_id
    WHERE v.id = ${id}`.execute(db)
  return rows[0]
}
