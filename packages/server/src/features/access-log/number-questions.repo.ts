import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Holds the person's questions until the transaction ends, so that two at once are counted one after the other. */
export async function holdQuestions(tx: Db, employeeId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('number_question'), ${employeeId}::int)`.execute(tx)
}

/** Questions of the last hour, with the minutes until the oldest of them is an hour old. */
export async function countQuestions(
  tx: Db,
  employeeId: number,
): Promise<{ count: number; minutesLeft: number }> {
  const { rows } = await sql<{ count: number; minutesLeft: number | null }>`
    SELECT count(*)::int AS count,
      ceil(extract(epoch FROM min(asked_at) + interval '1 hour' - clock_timestamp()) / 60)::int AS "minutesLeft"
    FROM number_question WHERE employee_id = ${employeeId} AND asked_at > clock_timestamp() - interval '1 hour'`.execute(
    tx,
  )
  return { count: rows[0]?.count ?? 0, minutesLeft: Math.max(1, rows[0]?.minutesLeft ?? 1) }
}

/** Writes one more question down and forgets those whose hour has passed. */
export async function insertQuestion(tx: Db, employeeId: number): Promise<void> {
  await sql`DELETE FROM number_question
    WHERE employee_id = ${employeeId} AND asked_at <= clock_timestamp() - interval '1 hour'`.execute(tx)
  await sql`INSERT INTO number_question (employee_id) VALUES (${employeeId})`.execute(tx)
}
