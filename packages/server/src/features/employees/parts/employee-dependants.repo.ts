import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { EmployeeDependants } from '@ipoteka-office/contract/employees/employees.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What depends on a person today. */
export async function findDependants(
  db: Db,
  id: number,
  today: string,
): Promise<Omit<EmployeeDependants, 'openApplicationsCount' | 'refusal'> & { isLastRoleEditor: boolean }> {
  const { rows } = await sql<
    Omit<EmployeeDependants, 'openApplicationsCount' | 'refusal'> & { isLastRoleEditor: boolean }
  >`
    SELECT coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'type', a.type, 'workStatus', a.work_status,
        'openApplicationsCount', w.open_count) ORDER BY a.type DESC)
      FROM approver a JOIN approver_workload w ON w.approver_id = a.id WHERE a.employee_id = e.id), '[]') AS approvers,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name) ORDER BY w.name, w.id)
      FROM workgroup w WHERE w.head_id = e.id AND NOT w.not_active), '[]') AS "headOfWorkgroups",
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', s.id, 'fullName', s.full_name)) FROM (
      SELECT s.id, s.full_name FROM employee s WHERE s.head_id = e.id AND NOT s.not_active
      ORDER BY s.full_name, s.id LIMIT 100) s), '[]') AS subordinates,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', b.id, 'dateFrom', b.date_from, 'dateTo', b.date_to,
        'employee', jsonb_build_object('id', o.id, 'fullName', o.full_name)) ORDER BY b.date_from, b.id)
      FROM employee_absence b JOIN employee o ON o.id = b.employee_id
      WHERE b.deputy_id = e.id AND b.cancelled_at IS NULL AND b.date_to >= ${today}::date), '[]') AS "deputyOf",
    e.identity_id IS NOT NULL AS "hasAccount",
    EXISTS (SELECT FROM role_editor r WHERE r.employee_id = e.id)
      AND NOT EXISTS (SELECT FROM role_editor r WHERE r.employee_id <> e.id) AS "isLastRoleEditor"
    FROM employee e WHERE e.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`No employee ${id}`)
  return row
}

/** The person's approvers that still take applications. */
export async function findWorkingApprovers(
  db: Db,
  employeeId: number,
): Promise<{ id: number; type: ApproverType }[]> {
  const { rows } = await sql<{ id: number; type: ApproverType }>`
    SELECT id, type FROM approver WHERE employee_id = ${employeeId} AND work_status <> 'INACTIVE' ORDER BY type`.execute(
    db,
  )
  return rows
}

/** Takes the person out of everything that needs an active one: heads of groups, deputies of absences to come. */
export async function releaseFromDuties(db: Db, id: number, today: string): Promise<void> {
  await sql`UPDATE workgroup SET head_id = NULL, version = version + 1 WHERE head_id = ${id}`.execute(db)
  await sql`UPDATE employee_absence SET deputy_id = NULL, version = version + 1
    WHERE deputy_id = ${id} AND cancelled_at IS NULL AND date_to >= ${today}::date`.execute(db)
}
