import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Whether the person is one of these, under this account or, for all that is known, another one: nobody decides about their
 * own work from a second account either.
 */
export async function isAnyOf(
  db: Db,
  employeeId: number,
  others: readonly (number | null)[],
): Promise<boolean> {
  const known = others.filter((one) => one !== null)
  if (known.length === 0) return false
  const { rows } = await sql`
    SELECT FROM same_employees(${employeeId}) mine (id) WHERE mine.id = ANY(${known}::int[]) LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}
