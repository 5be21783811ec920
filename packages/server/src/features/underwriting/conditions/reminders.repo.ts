import { holdingStates } from '@ipoteka-office/contract/underwriting/conditions/condition-machine.ts'
import { CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** `type stage` of every end with a loan. */
const lent = CaseType.options.flatMap((type) =>
  Object.entries(machines[type].states).flatMap(([stage, { final, commits }]) =>
    final === true && commits === true ? [`${type} ${stage}`] : [],
  ),
)

/** A condition whose day comes or has passed, and of which nobody has been told yet. */
export interface DueCondition {
  readonly id: number
  readonly caseId: number
}

export async function findDueAfterIssue(
  db: Db,
  { today, until }: { readonly today: string; readonly until: string },
): Promise<DueCondition[]> {
  const { rows } = await sql<DueCondition>`
    SELECT c.id, c.case_id AS "caseId" FROM case_condition c JOIN case_file f ON f.id = c.case_id
    WHERE c.point = 'AFTER_ISSUE' AND c.due_on IS NOT NULL AND c.due_on <= ${until}::date
      AND c.state = ANY(${[...holdingStates]}::text[]) AND f.closed AND f.archived_at IS NULL
      AND f.type || ' ' || f.stage = ANY(${lent}::text[])
      AND (c.reminded_for IS DISTINCT FROM c.due_on
        OR c.due_on < ${today}::date AND c.overdue_for IS DISTINCT FROM c.due_on)
    ORDER BY c.due_on, c.id LIMIT 1000`.execute(db)
  return rows
}

/** What a reminder needs beside the condition. */
export interface Reminded {
  /** Somebody has it as an open task. */
  readonly hasTask: boolean
  /** Who has signed the decision and works still. */
  readonly signerId: number | null
  readonly isReminded: boolean
  readonly isOverdueTold: boolean
}

export async function findReminded(db: Db, id: number): Promise<Reminded | undefined> {
  const { rows } = await sql<Reminded>`
    SELECT coalesce(t.open, false) AS "hasTask", e.id AS "signerId", c.reminded_for IS NOT DISTINCT FROM c.due_on AS "isReminded",
      c.overdue_for IS NOT DISTINCT FROM c.due_on AS "isOverdueTold"
    FROM case_condition c JOIN case_decision d ON d.id = c.decision_id LEFT JOIN case_task t ON t.id = c.task_id
    LEFT JOIN employee e ON e.id = d.author_id AND NOT e.not_active
    WHERE c.id = ${id}`.execute(db)
  return rows[0]
}

/** Notes that its last day was told of; `isOverdue`: that it has passed, too. */
export async function noteReminder(
  db: Db,
  id: number,
  { isOverdue }: { readonly isOverdue: boolean },
): Promise<void> {
  await sql`UPDATE case_condition SET reminded_for = due_on,
    overdue_for = CASE WHEN ${isOverdue} THEN due_on ELSE overdue_for END WHERE id = ${id}`.execute(db)
}
