import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A session that has just been used. */
export interface SeenSession {
  readonly sid: string
  readonly sub: string
  readonly employeeId: number
  readonly device: string
  readonly address: string
}

/** An open session as the database knows it. */
export interface SessionRow {
  readonly id: number
  readonly sid: string
  readonly sub: string
  readonly device: string
  readonly address: string
  readonly startedAt: string
  readonly lastSeenAt: string
}

/** Writes down that a session was used: a new one, or what has changed of a known one. */
export async function writeSeen(
  db: Db,
  { sid, sub, employeeId, device, address }: SeenSession,
): Promise<void> {
  await sql`INSERT INTO user_session AS known (sid, sub, employee_id, device, address)
    VALUES (${sid}, ${sub}, ${employeeId}, ${device}, ${address})
    ON CONFLICT (sid) DO UPDATE SET last_seen_at = now(), device = excluded.device, address = excluded.address
    WHERE known.employee_id = excluded.employee_id`.execute(db)
}

// A session of the identity server lasts ten hours from the sign-in.
const isOpen = sql`s.ended_at IS NULL AND s.last_seen_at > now() - interval '10 hours'
  AND NOT EXISTS (SELECT FROM ended_session e WHERE e.key = 'sid:' || s.sid)
  AND NOT EXISTS (SELECT FROM ended_session e WHERE e.key = 'sub:' || s.sub AND e.ended_at >= s.last_seen_at)`

/** Open sessions of an employee, the one used last first. */
export async function findOpenSessions(db: Db, employeeId: number): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    SELECT s.id, s.sid, s.sub, s.device, s.address, s.started_at AS "startedAt", s.last_seen_at AS "lastSeenAt"
    FROM user_session s WHERE s.employee_id = ${employeeId} AND ${isOpen} ORDER BY s.last_seen_at DESC, s.id DESC`.execute(
    db,
  )
  return rows
}

/** How many sessions are open, and how many people have them. */
export async function countOpenSessions(db: Db): Promise<{ open: number; people: number }> {
  const { rows } = await sql<{ open: number; people: number }>`
    SELECT count(*)::int AS open, count(DISTINCT s.employee_id)::int AS people
    FROM user_session s WHERE ${isOpen}`.execute(db)
  return rows[0] ?? { open: 0, people: 0 }
}

/** Keeps that these sessions were ended from here; the employee's history tells it. */
export async function markEnded(db: Db, ids: readonly number[]): Promise<void> {
  await sql`UPDATE user_session SET ended_at = now() WHERE id = ANY(${ids}::int[]) AND ended_at IS NULL`.execute(
    db,
  )
}
