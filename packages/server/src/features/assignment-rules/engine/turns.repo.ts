import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Turn } from './choosing.rules.ts'

/** One case of the scope at a time, until the transaction ends: two must not get the same turn. */
export async function holdScope(db: Db, scope: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`assignment ${scope}`}, 0))`.execute(db)
}

/** Where the rounds and shares of rules stand. */
export async function findTurns(db: Db, ruleIds: readonly number[]): Promise<Map<number, Turn>> {
  const { rows } = await sql<Turn & { ruleId: number }>`
    SELECT rule_id AS "ruleId", last_employee_id AS "lastEmployeeId", given FROM assignment_turn
    WHERE rule_id = ANY(${ruleIds}::int[])`.execute(db)
  return new Map(rows.map(({ ruleId, ...turn }) => [ruleId, turn]))
}

export async function writeTurn(db: Db, ruleId: number, { lastEmployeeId, given }: Turn): Promise<void> {
  await sql`INSERT INTO assignment_turn (rule_id, last_employee_id, given)
    VALUES (${ruleId}, ${lastEmployeeId}, ${JSON.stringify(given)}::text::jsonb)
    ON CONFLICT (rule_id) DO UPDATE SET last_employee_id = excluded.last_employee_id, given = excluded.given`.execute(
    db,
  )
}

/** Shares are counted anew. */
export async function forgetShares(db: Db, ruleIds: readonly number[]): Promise<void> {
  await sql`UPDATE assignment_turn SET given = '{}' WHERE rule_id = ANY(${ruleIds}::int[])`.execute(db)
}
