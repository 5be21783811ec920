import type { ObjectWorth } from '@ipoteka-office/contract/monthly-means.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What the mortgaged objects of a case are worth, as far as it is known. */
export async function findObjectWorths(db: Db, caseId: number): Promise<ObjectWorth[]> {
  const { rows } = await sql<ObjectWorth>`
    SELECT price::text, market_value::text AS appraised FROM realty_object
    WHERE case_id = ${caseId} AND removed_at IS NULL AND role = 'MORTGAGESUBJECT' ORDER BY id`.execute(db)
  return rows
}
