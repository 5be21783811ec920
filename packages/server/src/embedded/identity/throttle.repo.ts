import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { forgetAfter, lockSeconds } from './throttle.rules.ts'

const asDate = (value: string | null | undefined) => (value ? new Date(value) : null)

/** Until when one of these keys must wait, if it must. */
export async function findLock(db: Db, keys: readonly string[]): Promise<Date | null> {
  const found = await sql<{ until: string | null }>`
    SELECT max(locked_until) AS until FROM identity.sign_in_attempt
    WHERE key = ANY(${keys}) AND locked_until > now()
  `.execute(db)
  return asDate(found.rows[0]?.until)
}

/** Counts a failure; answers until when the key waits when that was one too many. */
export async function countFailure(db: Db, key: string, allowed: number): Promise<Date | null> {
  const counted = await sql<{ failures: number }>`
    INSERT INTO identity.sign_in_attempt AS a (key, failures, last_at) VALUES (${key}, 1, now())
    ON CONFLICT (key) DO UPDATE SET last_at = now(), failures =
      CASE WHEN a.last_at < now() - make_interval(secs => ${forgetAfter}) THEN 1 ELSE a.failures + 1 END
    RETURNING failures
  `.execute(db)
  const seconds = lockSeconds(counted.rows[0]?.failures ?? 1, allowed)
  if (seconds === 0) return null
  const locked = await sql<{ locked_until: string }>`
    UPDATE identity.sign_in_attempt SET locked_until = now() + make_interval(secs => ${seconds})
    WHERE key = ${key} RETURNING locked_until
  `.execute(db)
  return asDate(locked.rows[0]?.locked_until)
}

/** A success: the login starts anew. */
export async function forgive(db: Db, key: string): Promise<void> {
  await sql`DELETE FROM identity.sign_in_attempt WHERE key = ${key}`.execute(db)
}

/** Drops counters that no longer matter. */
export async function deleteOldAttempts(db: Db): Promise<void> {
  await sql`
    DELETE FROM identity.sign_in_attempt
    WHERE last_at < now() - make_interval(secs => ${2 * forgetAfter}) AND coalesce(locked_until < now(), true)
  `.execute(db)
}
