import type { PreDecision } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export async function findPreDecisions(db: Db, applicationId: number): Promise<PreDecision[]> {
  const { rows } = await sql<PreDecision>`
    SELECT d.id, d.requested_at AS "requestedAt", coalesce(e.full_name, 'Система') AS "requestedBy", d.state,
      d.answered_at AS "answeredAt", d.attempts, d.source, d.answer ->> 'requestNumber' AS "requestNumber",
      (d.answer ->> 'score')::int AS score, d.answer ->> 'maxAmount' AS "maxAmount", d.answer ->> 'rate' AS rate,
      d.answer ->> 'debtLoad' AS "debtLoad", coalesce(d.answer -> 'notes', '[]') AS notes, d.error
    FROM pre_decision d LEFT JOIN employee e ON e.id = d.requested_by
    WHERE d.application_id = ${applicationId} ORDER BY d.id DESC LIMIT 50`.execute(db)
  return rows
}

/** A new request; one that still waits is given up. */
export async function insertPreDecision(
  db: Db,
  applicationId: number,
  requestedBy: number | null,
): Promise<number> {
  await sql`UPDATE pre_decision SET state = 'CANCELLED', answered_at = clock_timestamp()
    WHERE application_id = ${applicationId} AND state = 'WAITING'`.execute(db)
  const { rows } = await sql<{ id: number }>`INSERT INTO pre_decision (application_id, requested_by)
    VALUES (${applicationId}, ${requestedBy}) RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The request was not written')
  return row.id
}

/** Counts an attempt of a request that still waits; undefined: it does not. */
export async function beginAttempt(db: Db, id: number): Promise<{ applicationId: number } | undefined> {
  const { rows } = await sql<{ applicationId: number }>`
    UPDATE pre_decision SET attempts = attempts + 1 WHERE id = ${id} AND state = 'WAITING'
    RETURNING application_id AS "applicationId"`.execute(db)
  return rows[0]
}

/** Ends a request that still waits; false: another worker was faster. */
export async function endPreDecision(
  db: Db,
  id: number,
  end: {
    readonly state: 'APPROVED' | 'REJECTED' | 'FAILED' | 'CANCELLED'
    readonly source?: 'SERVICE' | 'STAND_IN'
    readonly answer?: object
    readonly error?: string
  },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE pre_decision SET state = ${end.state}, answered_at = clock_timestamp(), source = ${end.source ?? null},
      answer = ${end.answer === undefined ? null : JSON.stringify(end.answer)}::text::jsonb, error = ${end.error ?? null}
    WHERE id = ${id} AND state = 'WAITING' RETURNING id`.execute(db)
  return rows.length > 0
}

/** What the last attempt met, while the request still waits. */
export async function noteFailure(db: Db, id: number, error: string): Promise<void> {
  await sql`UPDATE pre_decision SET error = ${error} WHERE id = ${id} AND state = 'WAITING'`.execute(db)
}
