import type { AssignmentTarget } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Candidate } from './choosing.rules.ts'

const idsOf = (targets: readonly AssignmentTarget[], kind: AssignmentTarget['kind']) =>
  targets.filter((target) => target.kind === kind).map(({ id }) => id)

/** People whom the targets mean, as they are now; of groups and branches those who work there. */
export async function findCandidates(
  db: Db,
  targets: readonly AssignmentTarget[],
  type: CaseType,
): Promise<Candidate[]> {
  if (targets.length === 0) return []
  const { rows } = await sql<Candidate>`
    WITH named AS (
      SELECT e.id, 'EMPLOYEE:' || e.id AS target FROM employee e WHERE e.id = ANY(${idsOf(targets, 'EMPLOYEE')}::int[])
      UNION ALL
      SELECT m.employee_id, 'WORKGROUP:' || g.id FROM workgroup g JOIN workgroup_employee m ON m.workgroup_id = g.id
      WHERE g.id = ANY(${idsOf(targets, 'WORKGROUP')}::int[]) AND NOT g.not_active
      UNION ALL
      SELECT e.id, 'BRANCH:' || e.partner_id FROM employee e
      WHERE e.partner_id = ANY(${idsOf(targets, 'BRANCH')}::int[]) AND NOT e.not_active),
    person AS (SELECT id, array_agg(target ORDER BY target) AS targets FROM named GROUP BY id)
    SELECT e.id, e.full_name AS "fullName", NOT e.not_active AND NOT p.not_active AS "isActive",
      'Ahml' = ANY(p.roles) AS "isOfBank", e.partner_id AS "partnerId", n.targets,
      EXISTS (SELECT FROM role_holder h JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
        JOIN user_role_operation o ON o.user_role_id = r.id
        WHERE h.employee_id = e.id AND o.object_type = ${caseTypes[type].object} AND o.operation = 'Send') AS "mayLead",
      EXISTS (SELECT FROM employee_absence a WHERE a.employee_id = e.id AND a.cancelled_at IS NULL
        AND a.started_at IS NOT NULL AND a.ended_at IS NULL) AS "isAbsent",
      (SELECT count(*)::int FROM case_file f WHERE f.responsible_id = e.id AND f.type = ${type} AND NOT f.closed) AS load
    FROM person n JOIN employee e ON e.id = n.id JOIN partner p ON p.id = e.partner_id
    ORDER BY e.id`.execute(db)
  return rows
}

/** Which of the groups work. */
export async function findWorkingGroups(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM workgroup WHERE id = ANY(${ids}::int[]) AND NOT not_active`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
