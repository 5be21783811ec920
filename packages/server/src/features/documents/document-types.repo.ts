import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { TypeRow } from './documents.rules.ts'

/** Types in force by category, both in the bank's order. */
export async function findTypes(db: Db, today: string): Promise<TypeRow[]> {
  const inForce = (alias: string) => sql`${sql.ref(`${alias}.active`)}
    AND (${sql.ref(`${alias}.valid_from`)} IS NULL OR ${sql.ref(`${alias}.valid_from`)} <= ${today}::date)
    AND (${sql.ref(`${alias}.valid_to`)} IS NULL OR ${sql.ref(`${alias}.valid_to`)} >= ${today}::date)`
  const { rows } = await sql<TypeRow>`
    SELECT t.code, t.name, coalesce(c.code, 'OTHER') AS "categoryCode", coalesce(c.name, 'Прочие') AS "categoryName",
      CASE WHEN jsonb_typeof(t.attributes -> 'validDays') = 'number'
        THEN least((t.attributes ->> 'validDays')::numeric, 36500)::int END AS "validDays",
      nullif(t.attributes ->> 'leadUsageTypeCode', '') AS "leadUsageTypeCode"
    FROM reference_item t
    LEFT JOIN reference_item c ON c.dictionary = 'docCategory' AND c.code = t.attributes ->> 'categoryCode'
    WHERE t.dictionary = 'docType' AND ${inForce('t')}
    ORDER BY c.sort_order NULLS LAST, c.code, t.sort_order, t.name`.execute(db)
  return rows
}

/** Names of the categories by code, those not in force too. */
export async function findCategoryNames(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    SELECT code, name FROM reference_item WHERE dictionary = 'docCategory'`.execute(db)
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** Bodies that register rights, those of a region when it is named. */
export async function findAuthorities(db: Db, region: string | undefined) {
  const { rows } = await sql<{ code: string; name: string; regionCodes: string[] }>`
    SELECT r.code, r.name, regions.codes AS "regionCodes"
    FROM reference_item r
    CROSS JOIN LATERAL (SELECT coalesce(
      (SELECT array_agg(trim(c)) FROM regexp_split_to_table(r.attributes ->> 'regionCodes', ',') AS c WHERE trim(c) <> ''),
      '{}') AS codes) regions
    WHERE r.dictionary = 'registryRightAuthority' AND r.active
      AND (${region ?? null}::text IS NULL OR regions.codes = '{}' OR ${region ?? null}::text = ANY(regions.codes))
    ORDER BY r.sort_order, r.name`.execute(db)
  return rows
}
