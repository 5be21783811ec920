import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AssignmentRule, Candidate } from './assignment.rules.ts'

/** Active rules of a case type in their order, locked: two new cases must not get the same turn. */
export async function lockRules(db: Db, caseType: string): Promise<AssignmentRule[]> {
  const { rows } = await sql<AssignmentRule>`
    SELECT id, name, partner_id AS "partnerId", region_code AS "regionCode", programme_code AS "programmeCode", method,
      workgroup_id AS "workgroupId", employee_id AS "employeeId", last_employee_id AS "lastEmployeeId"
    FROM assignment_rule WHERE case_type = ${caseType} AND active ORDER BY priority, id FOR NO KEY UPDATE`.execute(
    db,
  )
  return rows
}

/** People whom the rule may name: active, not absent, with the right to lead such cases, of a partner that sees the case. */
export async function findCandidates(
  db: Db,
  rule: Pick<AssignmentRule, 'workgroupId' | 'employeeId'>,
  partnerId: number,
  objectType: string,
  caseType: string,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT e.id, (SELECT count(*)::int FROM case_file f
      WHERE f.responsible_id = e.id AND f.type = ${caseType} AND NOT f.closed) AS load
    FROM employee e JOIN partner p ON p.id = e.partner_id AND NOT p.not_active
    WHERE NOT e.not_active
      AND (e.id = ${rule.employeeId}::int OR EXISTS (SELECT FROM workgroup_employee m JOIN workgroup g ON g.id = m.workgroup_id
        AND NOT g.not_active WHERE m.workgroup_id = ${rule.workgroupId}::int AND m.employee_id = e.id))
      AND ('Ahml' = ANY(p.roles) OR EXISTS (SELECT FROM partner own WHERE own.id = ${partnerId}
        AND own.ancestor_ids @> ARRAY[p.id]))
      AND EXISTS (SELECT FROM role_holder h JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
        JOIN user_role_operation o ON o.user_role_id = r.id
        WHERE h.employee_id = e.id AND o.object_type = ${objectType} AND o.operation = 'Send')
      AND NOT EXISTS (SELECT FROM employee_absence a WHERE a.employee_id = e.id AND a.cancelled_at IS NULL
        AND a.started_at IS NOT NULL AND a.ended_at IS NULL)
    ORDER BY e.id`.execute(db)
  return rows
}

/** Where the round stands. */
export async function rememberTurn(db: Db, ruleId: number, employeeId: number): Promise<void> {
  await sql`UPDATE assignment_rule SET last_employee_id = ${employeeId} WHERE id = ${ruleId}`.execute(db)
}
