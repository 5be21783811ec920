import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { forgetAfter } from './throttle.rules.ts'

/** The state of a login or an address after an attempt was counted. */
export interface Attempt {
  readonly failures: number
  /** Not null: no attempt before this moment. */
  readonly locked_until: Date | null
}

/** Counts an attempt, before its password is looked at; while locked nothing is counted. */
export async function countAttempt(db: Db, key: string): Promise<Attempt> {
  const counted = await sql<Attempt>`
    INSERT INTO identity.sign_in_attempt AS a (key, failures, last_at) VALUES (${key}, 1, now())
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN a.locked_until > now() THEN a.failures
        WHEN a.last_at < now() - make_interval(secs => ${forgetAfter}) THEN 1 ELSE a.failures + 1 END,
      locked_until = CASE WHEN a.locked_until > now() THEN a.locked_until END,
      last_at = CASE WHEN a.locked_until > now() THEN a.last_at ELSE now() END
    RETURNING failures, locked_until
  `.execute(db)
  return counted.rows[0] ?? { failures: 1, locked_until: null }
}

/** Locks for so many seconds; answers until when. */
export async function lock(db: Db, key: string, seconds: number): Promise<Date> {
  const locked = await sql<{ locked_until: Date }>`
    UPDATE identity.sign_in_attempt
    SET locked_until = greatest(locked_until, now() + make_interval(secs => ${seconds}))
    WHERE key = ${key} RETURNING locked_until
  `.execute(db)
  return locked.rows[0]?.locked_until ?? new Date(Date.now() + seconds * 1000)
}

/** A success: the login starts anew. */
export async function forgive(db: Db, key: string): Promise<void> {
  await sql`DELETE FROM identity.sign_in_attempt WHERE key = ${key}`.execute(db)
}

/** A success from an address takes back this one attempt only: others' guesses from there still count. */
export async function takeBack(db: Db, key: string): Promise<void> {
  await sql`
    UPDATE identity.sign_in_attempt SET failures = greatest(failures - 1, 0) WHERE key = ${key}
  `.execute(db)
}

/** Drops counters that no longer matter. */
export async function deleteOldAttempts(db: Db): Promise<void> {
  await sql`
    DELETE FROM identity.sign_in_attempt
    WHERE last_at < now() - make_interval(secs => ${2 * forgetAfter}) AND coalesce(locked_until < now(), true)
  `.execute(db)
}
