import type { EmployeeRoles } from '@ipoteka-office/contract/employees/employee-rights.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { GivenRole, Right } from './employees.rules.ts'

/** Roles that the person holds, directly and through active groups. */
export async function findHeldRoles(
  db: Db,
  employeeId: number,
): Promise<Pick<EmployeeRoles, 'held' | 'throughWorkgroups'>> {
  const { rows } = await sql<Pick<EmployeeRoles, 'held' | 'throughWorkgroups'>>`
    SELECT coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'code', r.code, 'name', r.name,
        'isDisabled', r.is_disabled) ORDER BY r.name, r.id)
      FROM employee_user_role e JOIN user_role r ON r.id = e.user_role_id WHERE e.employee_id = ${employeeId}), '[]') AS held,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'code', r.code, 'name', r.name,
        'workgroup', jsonb_build_object('id', w.id, 'name', w.name)) ORDER BY r.name, w.name, w.id)
      FROM role_holder h JOIN user_role r ON r.id = h.user_role_id JOIN workgroup w ON w.id = h.workgroup_id
      WHERE h.employee_id = ${employeeId}), '[]') AS "throughWorkgroups"`.execute(db)
  return rows[0] ?? { held: [], throughWorkgroups: [] }
}

/** Every role with its rights. */
export async function findRoles(db: Db): Promise<({ id: number; code: string; name: string } & GivenRole)[]> {
  const { rows } = await sql<{ id: number; code: string; name: string } & GivenRole>`
    SELECT r.id, r.code, r.name, r.is_disabled AS "isDisabled", r.partner_may_give AS "partnerMayGive", coalesce((
      SELECT jsonb_agg(jsonb_build_object('objectType', o.object_type, 'operation', o.operation))
      FROM user_role_operation o WHERE o.user_role_id = r.id), '[]') AS rights
    FROM user_role r ORDER BY r.name, r.id`.execute(db)
  return rows
}

/** The rights that the person has now, but for those of roles that everybody with the right may give them. */
export async function findOwnRightsOf(db: Db, employeeId: number): Promise<Right[]> {
  const { rows } = await sql<Right>`
    SELECT DISTINCT o.object_type AS "objectType", o.operation FROM role_holder h
    JOIN employee e ON e.id = h.employee_id JOIN partner p ON p.id = e.partner_id
    JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
      AND NOT (r.partner_may_give AND NOT 'Ahml' = ANY(p.roles))
    JOIN user_role_operation o ON o.user_role_id = r.id WHERE h.employee_id = ${employeeId}`.execute(db)
  return rows
}

/** Whether the partner is the operator. */
export async function isOperator(db: Db, partnerId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT 'Ahml' = ANY(roles) AS is FROM partner WHERE id = ${partnerId}`.execute(db)
  return rows[0]?.is ?? false
}

/** The person, held until the transaction ends, whoever asks; null when there is none. */
export async function lockPerson(
  db: Db,
  employeeId: number,
): Promise<{ fullName: string; notActive: boolean } | null> {
  const { rows } = await sql<{ fullName: string; notActive: boolean }>`
    SELECT full_name AS "fullName", not_active AS "notActive" FROM employee WHERE id = ${employeeId}
    FOR NO KEY UPDATE`.execute(db)
  return rows[0] ?? null
}

/** Leaves exactly these roles; those that stay keep their rows. */
export async function writeRoles(db: Db, employeeId: number, roleIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM employee_user_role
    WHERE employee_id = ${employeeId} AND NOT user_role_id = ANY(${roleIds}::int[])`.execute(db)
  await sql`INSERT INTO employee_user_role (employee_id, user_role_id)
    SELECT ${employeeId}, unnest(${roleIds}::int[]) ON CONFLICT DO NOTHING`.execute(db)
}

/** The groups that the person is in. */
export async function findWorkgroups(db: Db, employeeId: number) {
  const { rows } = await sql<{
    id: number
    name: string
    partner: { id: number; shortName: string }
    head: boolean
    notActive: boolean
  }>`
    SELECT w.id, w.name, jsonb_build_object('id', p.id, 'shortName', p.short_name) AS partner,
      coalesce(w.head_id = e.employee_id, false) AS head, w.not_active AS "notActive"
    FROM workgroup_employee e JOIN workgroup w ON w.id = e.workgroup_id JOIN partner p ON p.id = w.partner_id
    WHERE e.employee_id = ${employeeId} ORDER BY w.not_active, w.name, w.id`.execute(db)
  return rows
}
