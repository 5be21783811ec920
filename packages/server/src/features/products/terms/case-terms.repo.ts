import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { receivedAt } from '../pricing/case-prices.repo.ts'
import type { ReleasedRow } from '../stored-products.ts'

/** What of a case decides whose terms hold it. */
export interface CaseOfTerms {
  readonly type: CaseType
  readonly createdAt: string
  readonly partnerId: number
  /** The product that it was given, with the version. */
  readonly productId: number | null
  readonly versionId: number | null
}

export async function findCaseOfTerms(db: Db, caseId: number): Promise<CaseOfTerms | null> {
  const { rows } = await sql<CaseOfTerms>`
    SELECT f.type, ${receivedAt('f')} AS "createdAt", f.partner_id AS "partnerId", c.product_id AS "productId",
      c.version_id AS "versionId"
    FROM case_file f LEFT JOIN case_price c ON c.case_id = f.id AND c.replaced_at IS NULL
    WHERE f.id = ${caseId}`.execute(db)
  return rows[0] ?? null
}

/** What of a version holds applications. */
export interface TermsRow extends ReleasedRow {
  readonly name: string
  readonly regions: readonly string[]
  readonly partnerIds: number[]
  readonly partnerProfiles: string[]
}

/** Products of a programme, or of a type of consumer loans, that were sold on any of the days; those of a product together, the newest version first. */
export async function findTermsOf(
  db: Db,
  { programme, lending }: { readonly programme: string; readonly lending: Lending },
  { from, to }: { readonly from: string; readonly to: string },
): Promise<TermsRow[]> {
  const { rows } = await sql<TermsRow>`
    SELECT v.id, v.product_id AS "productId", p.code, p.type_code AS "typeCode", p.lending, v.number,
      lower(v.in_force)::text AS "validFrom", (upper(v.in_force) - 1)::text AS "inForceTo",
      v.old_terms_days AS "oldTermsDays", v.content -> 'names' ->> 'client' AS name,
      v.region_codes AS regions, v.partner_ids AS "partnerIds", v.partner_profiles AS "partnerProfiles"
    FROM product_version v JOIN product p ON p.id = v.product_id
    WHERE p.kind = 'PRODUCT' AND p.lending = ${lending} AND p.type_code = ${programme}
      AND v.in_force && daterange(${from}::date, ${to}::date, '[]')
    ORDER BY v.product_id, v.number DESC`.execute(db)
  return rows
}

/** A version by its id, where it is of the programme. */
export async function findKeptTerms(db: Db, versionId: number, programme: string): Promise<TermsRow | null> {
  const { rows } = await sql<TermsRow>`
    SELECT v.id, v.product_id AS "productId", p.code, p.type_code AS "typeCode", p.lending, v.number,
      coalesce(lower(v.in_force), v.valid_from)::text AS "validFrom", (upper(v.in_force) - 1)::text AS "inForceTo",
      v.old_terms_days AS "oldTermsDays", v.content -> 'names' ->> 'client' AS name,
      v.region_codes AS regions, v.partner_ids AS "partnerIds", v.partner_profiles AS "partnerProfiles"
    FROM product_version v JOIN product p ON p.id = v.product_id
    WHERE v.id = ${versionId} AND p.type_code = ${programme}`.execute(db)
  return rows[0] ?? null
}
