import type { EmployeeContact } from '@ipoteka-office/contract/employees/employee-parts.ts'
import type { ProcessOperation, WorkProcess } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export async function findContacts(db: Db, employeeId: number): Promise<EmployeeContact[]> {
  const { rows } = await sql<EmployeeContact>`
    SELECT id, contact_type_id AS "contactTypeId", value, main, not_used AS "notUsed", comment, version
    FROM contact WHERE employee_id = ${employeeId} ORDER BY not_used, contact_type_id, main DESC, id LIMIT 200`.execute(
    db,
  )
  return rows
}

/** The topmost partner of the person's tree. */
export async function findHeadOffice(db: Db, employeeId: number): Promise<{ id: number; shortName: string }> {
  const { rows } = await sql<{ id: number; shortName: string }>`
    SELECT r.id, r.short_name AS "shortName" FROM employee e JOIN partner p ON p.id = e.partner_id
    JOIN partner r ON r.id = p.ancestor_ids[1] WHERE e.id = ${employeeId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`No partner of employee ${employeeId}`)
  return row
}

/** Process operations through the roles of active groups. */
export async function findProcessOperations(db: Db, employeeId: number) {
  const { rows } = await sql<{
    process: WorkProcess
    operation: ProcessOperation
    through: { workgroup: string; role: string }[]
  }>`
    SELECT o.process, o.operation,
      jsonb_agg(jsonb_build_object('workgroup', w.name, 'role', r.name) ORDER BY w.name, r.name) AS through
    FROM workgroup_employee m JOIN workgroup w ON w.id = m.workgroup_id AND NOT w.not_active
    JOIN workgroup_role_of_group g ON g.workgroup_id = w.id
    JOIN workgroup_role r ON r.id = g.workgroup_role_id AND NOT r.is_disabled
    JOIN workgroup_role_operation o ON o.workgroup_role_id = r.id
    WHERE m.employee_id = ${employeeId} GROUP BY o.process, o.operation ORDER BY 1, 2`.execute(db)
  return rows
}

/** The person's groups with their heads. */
export async function findGroupsOf(db: Db, employeeId: number) {
  const { rows } = await sql<{
    id: number
    name: string
    partner: { id: number; shortName: string }
    head: { id: number; fullName: string } | null
    notActive: boolean
  }>`
    SELECT w.id, w.name, jsonb_build_object('id', p.id, 'shortName', p.short_name) AS partner,
      CASE WHEN h.id IS NOT NULL THEN jsonb_build_object('id', h.id, 'fullName', h.full_name) END AS head,
      w.not_active AS "notActive"
    FROM workgroup_employee m JOIN workgroup w ON w.id = m.workgroup_id JOIN partner p ON p.id = w.partner_id
    LEFT JOIN employee h ON h.id = w.head_id WHERE m.employee_id = ${employeeId} ORDER BY w.not_active, w.name, w.id`.execute(
    db,
  )
  return rows
}

/** Rights by object type. */
export async function findOperationsMap(db: Db, employeeId: number): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ objectType: string; list: string[] }>`
    SELECT o.object_type AS "objectType", array_agg(DISTINCT o.operation ORDER BY o.operation) AS list
    FROM role_holder h JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
    JOIN user_role_operation o ON o.user_role_id = r.id WHERE h.employee_id = ${employeeId}
    GROUP BY 1 ORDER BY 1`.execute(db)
  return Object.fromEntries(rows.map(({ objectType, list }) => [objectType, list]))
}

/** Who has the login, visible or not: a login is one in the whole bank. */
export async function findExisting(
  db: Db,
  login: string,
): Promise<{ id: number; login: string; identityId: string | null } | undefined> {
  const { rows } = await sql<{ id: number; login: string; identityId: string | null }>`
    SELECT id, login, identity_id AS "identityId" FROM employee WHERE lower(login) = lower(${login}::text)`.execute(
    db,
  )
  return rows[0]
}
