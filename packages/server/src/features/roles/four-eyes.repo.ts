import { fourEyesFeature } from '@ipoteka-office/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Whether saves of roles wait for a second person: one answer for the whole bank. */
export async function isFourEyesOn(db: Db): Promise<boolean> {
  const { rows } = await sql<{ on: boolean }>`
    SELECT enabled AND NOT killed AND coalesce(expires_on >= current_date, true) AS on
    FROM feature_toggle WHERE key = ${fourEyesFeature}`.execute(db)
  return rows[0]?.on ?? false
}
