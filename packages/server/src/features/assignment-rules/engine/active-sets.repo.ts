import type { AssignmentContent } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Which version of a scope is in force; undefined: none was written. */
export async function findActive(db: Db, scope: string): Promise<{ id: number; since: string } | undefined> {
  const { rows } = await sql<{ id: number; since: string }>`
    SELECT id, since::text AS since FROM assignment_set WHERE scope = ${scope} AND state = 'ACTIVE'`.execute(
    db,
  )
  return rows[0]
}

export async function findContent(db: Db, id: number): Promise<AssignmentContent> {
  const { rows } = await sql<{ content: AssignmentContent }>`
    SELECT content FROM assignment_set WHERE id = ${id}`.execute(db)
  return rows[0]?.content ?? { rules: [], errorTarget: null }
}

/** The next number of a rule: it stays the same in every version. */
export async function takeRuleId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT nextval('assignment_rule_number')::int AS id`.execute(db)
  return rows[0]?.id ?? 0
}
