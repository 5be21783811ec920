import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A session, or all earlier ones of an account, whose tokens no longer hold. */
export interface EndedSession {
  readonly key: string
  /** Seconds since 1970, as tokens count. */
  readonly endedAt: number
}

/** All whose tokens may still be about. */
export async function findEndedSessions(db: Db): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    SELECT key, floor(extract(epoch FROM ended_at))::float8 AS "endedAt" FROM ended_session
    WHERE kept_until > now()`.execute(db)
  return rows
}

/** The rows of these keys alone. */
export async function findEndedByKey(db: Db, keys: readonly string[]): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    SELECT key, floor(extract(epoch FROM ended_at))::float8 AS "endedAt" FROM ended_session
    WHERE key = ANY(${keys})`.execute(db)
  return rows
}

/** Ends a session for every instance when the caller's transaction commits. */
export async function endSession(db: Db, { key, endedAt }: EndedSession): Promise<void> {
  await sql`SELECT end_session(${key}, to_timestamp(${endedAt}))`.execute(db)
}

/** False when this logout token was taken before. */
export async function takeLogoutToken(db: Db, jti: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO taken_logout_token (jti, kept_until) VALUES (${jti}, now() + interval '24 hours')
    ON CONFLICT DO NOTHING`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}
