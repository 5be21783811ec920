import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Puts a case among a person's favourites, or takes it out. */
export async function markFavourite(
  db: Db,
  employeeId: number,
  caseId: number,
  favourite: boolean,
): Promise<void> {
  if (favourite)
    await sql`INSERT INTO case_favourite (employee_id, case_id) VALUES (${employeeId}, ${caseId})
      ON CONFLICT DO NOTHING`.execute(db)
  else
    await sql`DELETE FROM case_favourite WHERE employee_id = ${employeeId} AND case_id = ${caseId}`.execute(
      db,
    )
}

/** How many of the latest opened cases are kept for a person. */
const keptVisits = 50

/** Writes down that the person has opened the case; the oldest visits beyond the kept ones go. */
export async function writeVisit(db: Db, employeeId: number, caseId: number): Promise<void> {
  await sql`INSERT INTO case_visit (employee_id, case_id, at) VALUES (${employeeId}, ${caseId}, clock_timestamp())
    ON CONFLICT (employee_id, case_id) DO UPDATE SET at = excluded.at`.execute(db)
  await sql`DELETE FROM case_visit WHERE employee_id = ${employeeId} AND at < (
    SELECT v.at FROM case_visit v WHERE v.employee_id = ${employeeId}
    ORDER BY v.at DESC OFFSET ${keptVisits - 1} LIMIT 1)`.execute(db)
}
