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

/** The same as the bank values them: where it has corrected a report, by what it has taken of it. */
export async function findTakenWorths(
  db: Db,
  caseIds: readonly number[],
): Promise<(ObjectWorth & { readonly caseId: number; readonly objectId: number })[]> {
  const { rows } = await sql<ObjectWorth & { caseId: number; objectId: number }>`
    SELECT o.case_id AS "caseId", o.id AS "objectId", o.price::text,
      least(o.market_value, CASE WHEN r.answers ->> 'report' = 'QUESTIONED' THEN (r.answers ->> 'valueTaken')::numeric END)::text
        AS appraised
    FROM realty_object o LEFT JOIN object_review r ON r.object_id = o.id AND r.part = 'APPRAISAL'
    WHERE o.case_id = ANY(${caseIds}::int[]) AND o.removed_at IS NULL AND o.role = 'MORTGAGESUBJECT' ORDER BY o.id`.execute(
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
