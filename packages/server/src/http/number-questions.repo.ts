import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Holds the person's questions until the transaction ends, so that two at once are counted one after the other. */
export async function holdQuestions(tx: Db, employeeId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('number_question'), ${employeeId}::int)`.execute(tx)
}

/** Forgets the person's questions whose hour has passed. */
export async function forgetOldQuestions(tx: Db, employeeId: number): Promise<void> {
  await sql`DELETE FROM number_question
    WHERE employee_id = ${employeeId} AND asked_at <= clock_timestamp() - interval '1 hour'`.execute(tx)
}

/** Questions of the last hour, with the minutes until the oldest of them is an hour old. */
export async function countQuestions(
  tx: Db,
  employeeId: number,
): Promise<{ count: number; minutesLeft: number }> {
  const { rows } = await sql<{ count: number; minutesLeft: number | null }>`
    SELECT count(*)::int AS count,
      ceil(extract(epoch FROM min(asked_at) + interval '1 hour' - clock_timestamp()) / 60)::int AS "minutesLeft"
    FROM number_question WHERE employee_id = ${employeeId}`.execute(tx)
  return { count: rows[0]?.count ?? 0, minutesLeft: Math.max(1, rows[0]?.minutesLeft ?? 1) }
}

/** The number itself is not kept: its sum, which differs from person to person. */
const sumOf = (employeeId: number, number: string) =>
  createHash('sha256').update(`${employeeId}:${number}`).digest()

/** Which of the numbers the person has not asked about in this hour. */
export async function findNewNumbers(
  tx: Db,
  employeeId: number,
  numbers: readonly string[],
): Promise<string[]> {
  const sums = numbers.map((number) => sumOf(employeeId, number))
  const { rows } = await sql<{ at: number }>`
    SELECT a.at::int - 1 AS at FROM unnest(${sums}::bytea[]) WITH ORDINALITY AS a (asked, at)
    WHERE NOT EXISTS (SELECT FROM number_question q WHERE q.employee_id = ${employeeId} AND q.asked = a.asked)`.execute(
    tx,
  )
  return rows.flatMap(({ at }) => numbers[at] ?? [])
}

/** Writes questions down. */
export async function insertQuestions(tx: Db, employeeId: number, numbers: readonly string[]): Promise<void> {
  await tx
    .insertInto('number_question')
    .values(numbers.map((number) => ({ employee_id: employeeId, asked: sumOf(employeeId, number) })))
    .execute()
}
