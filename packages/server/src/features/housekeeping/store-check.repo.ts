import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A key that a row holds. */
export interface HeldKey {
  readonly key: string
  /** Whether the row says that the bytes are missing. */
  readonly missing: boolean
}

/** Held keys behind one, in their order; several rows may hold one. */
export async function findHeldKeys(db: Db, after: string, limit: number): Promise<HeldKey[]> {
  const { rows } = await sql<HeldKey>`SELECT key, bool_and(missing) AS missing FROM stored_key
    WHERE key > ${after} GROUP BY key ORDER BY key LIMIT ${limit}`.execute(db)
  return rows
}

/** Which of the keys are held now. */
export async function findStillHeld(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    key: string
  }>`SELECT key FROM stored_key WHERE key = ANY(${keys}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Notes that the bytes of a row are missing, or are there again. */
export async function setMissing(db: Db, keys: readonly string[], missing: boolean): Promise<void> {
  await sql`UPDATE stored_object SET missing_since = ${missing ? sql`coalesce(missing_since, now())` : null}
    WHERE key = ANY(${keys}::text[])`.execute(db)
}
