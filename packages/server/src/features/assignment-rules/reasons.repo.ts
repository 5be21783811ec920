import type { AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type {
  AssignmentCause,
  AssignmentOutcome,
  Rejection,
} from '@ipoteka-office/contract/assignment-rules/assignment-reasons.ts'
import type { NamedRef, PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'

/** An assignment of a case as it is kept. */
export interface StoredAssignment {
  readonly id: number
  readonly at: string
  readonly cause: AssignmentCause
  readonly outcome: AssignmentOutcome
  readonly scope: AssignmentScope
  readonly setNumber: number | null
  readonly ruleId: number | null
  readonly ruleName: string | null
  readonly employee: PersonRef | null
  readonly workgroup: z.output<typeof NamedRef> | null
  readonly reason: string
  readonly people: readonly {
    readonly id: number
    readonly fullName: string
    readonly load: number
    readonly reason: Rejection | null
  }[]
  readonly passed: string[]
  readonly escalateAt: string | null
  readonly escalatedAt: string | null
}

/** Assignments of a case by the rules, the latest first. */
export async function findAssignments(db: Db, caseId: number): Promise<StoredAssignment[]> {
  const { rows } = await sql<StoredAssignment>`
    SELECT a.id, a.at, a.cause, a.outcome, a.scope, v.number AS "setNumber", a.rule_id AS "ruleId",
      a.rule_name AS "ruleName", a.reason, a.passed, a.escalate_at AS "escalateAt", a.escalated_at AS "escalatedAt",
      CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS employee,
      CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'name', g.name) END AS workgroup,
      coalesce((SELECT json_agg(json_build_object('id', q.id, 'fullName', q.full_name, 'load', p.load, 'reason', p.reason)
        ORDER BY q.full_name, q.id) FROM jsonb_to_recordset(a.people) AS p (id int, load int, reason text)
        JOIN employee q ON q.id = p.id), '[]') AS people
    FROM case_assignment a LEFT JOIN assignment_set v ON v.id = a.set_id LEFT JOIN employee e ON e.id = a.employee_id
    LEFT JOIN workgroup g ON g.id = a.workgroup_id
    WHERE a.case_id = ${caseId} ORDER BY a.id DESC LIMIT 100`.execute(db)
  return rows
}
