import {
  AssignmentContent,
  type ErrorTarget,
  type RuleInput,
} from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { type AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'

/** Numbers of rules that tests put into force; those of the demo bank are lower. */
let nextRule = 900_000

/** Puts rules of a scope into force as they are, without the way of their versions; the answer brings back those before. */
export async function withRules(
  db: Db,
  scope: AssignmentScope,
  rules: readonly z.input<typeof RuleInput>[],
  { errorTarget = null }: { readonly errorTarget?: ErrorTarget | null } = {},
): Promise<() => Promise<void>> {
  const content = AssignmentContent.parse({
    errorTarget,
    rules: rules.map((rule) => ({ ...rule, id: (nextRule += 1), version: 1 })),
  })
  const { rows: before } = await sql<{ id: number }>`
    UPDATE assignment_set SET state = 'REPLACED' WHERE scope = ${scope} AND state = 'ACTIVE' RETURNING id`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`
    INSERT INTO assignment_set (scope, number, state, content, created_at, saved_at, since)
    SELECT ${scope}, coalesce(max(number), 0) + 1, 'ACTIVE', ${JSON.stringify(content)}::text::jsonb, clock_timestamp(),
      clock_timestamp(), clock_timestamp() FROM assignment_set WHERE scope = ${scope} RETURNING id`.execute(
    db,
  )
  return async () => {
    await sql`UPDATE assignment_set SET state = 'REPLACED' WHERE id = ${rows[0]?.id ?? 0}`.execute(db)
    for (const { id } of before)
      await sql`UPDATE assignment_set SET state = 'ACTIVE', since = clock_timestamp() WHERE id = ${id}`.execute(
        db,
      )
  }
}
