import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Whether anybody may still edit roles; asked by one transaction at a time until it ends. */
export async function hasRoleEditor(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`SELECT has_role_editor() AS has`.execute(db)
  return rows[0]?.has ?? false
}

/** Operations that the roles give, each once; a disabled role's too, for it may be enabled again. */
export async function findOperationsOfRoles(
  db: Db,
  roleIds: readonly number[],
): Promise<{ objectType: string; operation: string }[]> {
  const { rows } = await sql<{ objectType: string; operation: string }>`
    SELECT DISTINCT object_type AS "objectType", operation FROM user_role_operation
    WHERE user_role_id = ANY(${roleIds}::int[])`.execute(db)
  return rows
}
