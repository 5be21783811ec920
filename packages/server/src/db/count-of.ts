import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** How many rows stand behind `FROM … WHERE …`: exactly, and anew every time; the many rows of cases have `large-totals.ts`. */
export async function countOf(db: Db, source: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${source}`.execute(db)
  return rows[0]?.count ?? 0
}
