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

/** Incomes that underwriters have taken, by participant. */
export async function findTakenIncomes(db: Db, caseIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; income: string }>`
    SELECT participant_id AS id, taken ->> 'income' AS income FROM underwriting_worksheet
    WHERE case_id = ANY(${caseIds}::int[]) AND field = 'income' AND taken ? 'income'`.execute(db)
  return new Map(rows.map(({ id, income }) => [id, income]))
}
