import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** An employee with everything that the session and the browser need to know of him. */
export interface EmployeeRow {
  readonly id: number
  readonly login: string | null
  readonly descriptor: string
  readonly notActive: boolean
  readonly partnerId: number
  readonly partnerName: string
  readonly partnerRoles: string[]
  readonly workgroups: string[]
  readonly operations: Record<string, string[]>
}

const employeeColumns = sql`
  e.id, e.login, e.full_name AS descriptor, e.not_active OR p.not_active AS "notActive",
  p.id AS "partnerId", p.short_name AS "partnerName", p.roles AS "partnerRoles",
  ARRAY(SELECT w.name FROM workgroup_employee we JOIN workgroup w ON w.id = we.workgroup_id
    WHERE we.employee_id = e.id AND NOT w.not_active ORDER BY w.name) AS workgroups,
  coalesce((SELECT jsonb_object_agg(o.object_type, o.operations) FROM (
    SELECT uo.object_type, jsonb_agg(DISTINCT uo.operation ORDER BY uo.operation) AS operations
    FROM role_holder h JOIN user_role ur ON ur.id = h.user_role_id AND NOT ur.is_disabled
    JOIN user_role_operation uo ON uo.user_role_id = h.user_role_id
    WHERE h.employee_id = e.id GROUP BY uo.object_type) o), '{}') AS operations`

/** By the id in the identity server; by login only while the employee has no such id. */
export async function findEmployeeOfToken(
  db: Db,
  identityId: string | null,
  login: string | null,
): Promise<EmployeeRow | undefined> {
  const { rows } = await sql<EmployeeRow>`
    SELECT ${employeeColumns} FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE e.identity_id = ${identityId}::uuid
      OR (e.identity_id IS NULL AND lower(e.login) = lower(${login}::text))
    ORDER BY e.identity_id NULLS LAST LIMIT 1`.execute(db)
  return rows[0]
}

/** By the row's id. */
export async function findEmployeeById(db: Db, id: number): Promise<EmployeeRow | undefined> {
  const { rows } = await sql<EmployeeRow>`
    SELECT ${employeeColumns} FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE e.id = ${id}`.execute(db)
  return rows[0]
}

/** The account of an employee whom the caller may see, or of the caller. */
export async function findEmployeeSub(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ sub: string | null } | undefined> {
  const { rows } = await sql<{ sub: string | null }>`
    SELECT e.identity_id::text AS sub FROM employee e
    WHERE e.id = ${id} AND (e.id = ${actor.employeeId} OR ${visibleTo(actor, 'e.partner_id')})`.execute(db)
  return rows[0]
}

/** By login, of somebody whom the caller may see. */
export async function findVisibleByLogin(
  db: Db,
  actor: Actor,
  login: string,
): Promise<EmployeeRow | undefined> {
  const { rows } = await sql<EmployeeRow>`
    SELECT ${employeeColumns} FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE lower(e.login) = lower(${login}::text)
      AND (e.id = ${actor.employeeId} OR ${visibleTo(actor, 'e.partner_id')})`.execute(db)
  return rows[0]
}
