import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Whoever heads groups that answer for a task: of the group that has it first, then of those whose people have it. */
export async function findHeads(
  db: Db,
  { workgroupId, employeeId }: { readonly workgroupId: number | null; readonly employeeId: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT g.head_id AS id FROM workgroup g
    WHERE g.head_id IS NOT NULL AND NOT g.not_active AND (g.id = ${workgroupId}::int
      OR EXISTS (SELECT FROM workgroup_employee m WHERE m.workgroup_id = g.id AND m.employee_id = ${employeeId}))
    GROUP BY g.head_id ORDER BY bool_or(g.id = ${workgroupId}::int) DESC NULLS LAST, min(g.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Some of those who keep the groups of underwriters at the bank. */
export async function findGroupKeepers(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT e.full_name AS name FROM employee e JOIN partner p ON p.id = e.partner_id AND 'Ahml' = ANY(p.roles)
    JOIN role_holder h ON h.employee_id = e.id JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
    JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'Underwriting'
      AND o.operation = 'UndMenuManagingGroups'
    WHERE NOT e.not_active ORDER BY name LIMIT ${most}::int`.execute(db)
  return rows.map(({ name }) => name)
}
