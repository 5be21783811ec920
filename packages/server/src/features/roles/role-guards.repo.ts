import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Whether anybody may still edit roles; asked by one transaction at a time until it ends. */
export async function hasRoleEditor(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`SELECT has_role_editor() AS has`.execute(db)
  return rows[0]?.has ?? false
}
