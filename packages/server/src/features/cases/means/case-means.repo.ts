import type { ObjectWorth } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What the mortgaged objects of cases are worth, as far as it is known. */
export async function findObjectWorths(
  db: Db,
  caseIds: readonly number[],
): Promise<(ObjectWorth & { readonly caseId: number })[]> {
  const { rows } = await sql<ObjectWorth & { caseId: number }>`
    SELECT case_id AS "caseId", price::text, market_value::text AS appraised FROM realty_object
    WHERE case_id = ANY(${caseIds}::int[]) AND removed_at IS NULL AND role = 'MORTGAGESUBJECT' ORDER BY id`.execute(
    db,
  )
  return rows
}
