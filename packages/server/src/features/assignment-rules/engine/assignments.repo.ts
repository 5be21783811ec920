import type { AssignmentCause } from '@ipoteka-office/contract/assignment-rules/assignment-reasons.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Chosen } from './asked.ts'

/** Most people of whom is kept why they did not get a case. */
const mostKept = 200

export interface Alarm {
  readonly at: Date
  readonly to: number
}

/** Keeps why a case was given to whom. */
export async function insertAssignment(
  db: Db,
  caseId: number,
  chosen: Chosen,
  { cause, at, alarm }: { readonly cause: AssignmentCause; readonly at: Date; readonly alarm: Alarm | null },
): Promise<void> {
  const people = chosen.people.slice(0, mostKept).map(({ id, load, reason }) => ({ id, load, reason }))
  await sql`INSERT INTO case_assignment (case_id, at, cause, outcome, scope, set_id, rule_id, rule_name, employee_id,
      workgroup_id, reason, people, passed, escalate_at, escalate_to)
    VALUES (${caseId}, ${at}, ${cause}, ${chosen.outcome}, ${chosen.scope}, ${chosen.setId}, ${chosen.rule?.id ?? null},
      ${chosen.rule?.name ?? null}, ${chosen.employeeId}, ${chosen.workgroupId}, ${chosen.reason},
      ${JSON.stringify(people)}::text::jsonb, ${[...chosen.passed]}::text[], ${alarm?.at ?? null}, ${alarm?.to ?? null})`.execute(
    db,
  )
}

/** Heads of a group who work and are not away. */
export async function findHead(db: Db, workgroupId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT g.head_id AS id FROM workgroup g JOIN employee e ON e.id = g.head_id AND NOT e.not_active
    WHERE g.id = ${workgroupId}`.execute(db)
  return rows[0]?.id ?? null
}

/** Who changes rules of assignment: told where no one else was named. */
export async function findKeepers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT e.id FROM employee e JOIN partner p ON p.id = e.partner_id AND 'Ahml' = ANY(p.roles)
    JOIN role_holder h ON h.employee_id = e.id JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
    JOIN user_role_operation o ON o.user_role_id = r.id
    WHERE NOT e.not_active AND o.object_type = 'Admin' AND o.operation = 'UpdateDistribution'
    ORDER BY e.id LIMIT 10`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether those who keep the rules were told of a case of the scope since. */
export async function wasToldSince(db: Db, scope: string, since: Date): Promise<boolean> {
  const { rows } = await sql`SELECT FROM case_assignment
    WHERE scope = ${scope} AND outcome = 'NOBODY' AND at > ${since} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** A case that still waits when its time has come. */
export interface Overdue {
  readonly id: number
  readonly caseId: number
  readonly number: string
  readonly type: string
  readonly to: number
  readonly at: Date
  readonly isWaiting: boolean
}

/** Cases whose time has come, one after another, held until the transaction ends. */
export async function takeOverdue(db: Db, now: Date): Promise<Overdue[]> {
  const { rows } = await sql<Overdue>`
    SELECT a.id, a.case_id AS "caseId", f.number, f.type, a.escalate_to AS to, a.at,
      f.responsible_id IS NULL AND NOT f.closed AND f.archived_at IS NULL AS "isWaiting"
    FROM case_assignment a JOIN case_file f ON f.id = a.case_id
    WHERE a.escalate_at <= ${now} AND a.escalated_at IS NULL ORDER BY a.escalate_at LIMIT 100
    FOR NO KEY UPDATE OF a SKIP LOCKED`.execute(db)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

export async function markEscalated(db: Db, ids: readonly number[], at: Date): Promise<void> {
  await sql`UPDATE case_assignment SET escalated_at = ${at} WHERE id = ANY(${ids}::int[])`.execute(db)
}
