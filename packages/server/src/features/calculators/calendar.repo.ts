import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Days that differ from the week's rule. */
export async function findCalendarDays(db: Db): Promise<{ day: string; kind: string }[]> {
  const { rows } = await sql<{ day: string; kind: string }>`
    SELECT day::text, kind FROM calendar_day`.execute(db)
  return rows
}
