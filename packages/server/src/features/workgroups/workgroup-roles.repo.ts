import type {
  ProcessRight,
  WorkgroupRole,
  WorkgroupRoleInput,
} from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

const columns = sql`r.id, r.name, r.partner_role_code AS "partnerRoleId", p.name AS "partnerRoleName",
  r.is_disabled AS "isDisabled", r.description, r.version,
  coalesce((SELECT json_agg(json_build_object('process', o.process, 'operation', o.operation) ORDER BY o.id)
    FROM workgroup_role_operation o WHERE o.workgroup_role_id = r.id), '[]') AS operations,
  (SELECT count(*)::int FROM workgroup_role_of_group h WHERE h.workgroup_role_id = r.id) AS "groupsCount"`
const source = sql`workgroup_role r
  LEFT JOIN reference_item p ON p.dictionary = 'partnerRole' AND p.code = r.partner_role_code`

async function findWhere(db: Db, where: RawBuilder<unknown>): Promise<WorkgroupRole[]> {
  const { rows } = await sql<WorkgroupRole>`
    SELECT ${columns} FROM ${source} WHERE ${where} ORDER BY r.name, r.id`.execute(db)
  return rows
}

export const findRoles = (db: Db) => findWhere(db, sql`true`)

export async function findRole(db: Db, id: number): Promise<WorkgroupRole | null> {
  return (await findWhere(db, sql`r.id = ${id}`))[0] ?? null
}

/** Roles that the group holds. */
export const findRolesOfGroup = (db: Db, workgroupId: number) =>
  findWhere(
    db,
    sql`r.id IN (SELECT h.workgroup_role_id FROM workgroup_role_of_group h WHERE h.workgroup_id = ${workgroupId})`,
  )

/** The role's row stays as it is until the transaction ends. */
export async function lockRole(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT id FROM workgroup_role WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows.length > 0
}

export async function isNameTaken(db: Db, name: string, exceptId: number | null): Promise<boolean> {
  const { rows } = await sql`
    SELECT id FROM workgroup_role WHERE search_form(name) = search_form(${name}) AND id IS DISTINCT FROM ${exceptId}::int`.execute(
    db,
  )
  return rows.length > 0
}

export async function insertRole(db: Db, input: WorkgroupRoleInput): Promise<number> {
  const { id } = await db
    .insertInto('workgroup_role')
    .values({
      name: input.name,
      partner_role_code: input.partnerRoleId,
      description: input.description,
      is_disabled: input.isDisabled,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addOperations(db, id, input.operations)
  return id
}

async function addOperations(db: Db, id: number, rights: readonly ProcessRight[]): Promise<void> {
  if (rights.length === 0) return
  await db
    .insertInto('workgroup_role_operation')
    .values(rights.map(({ process, operation }) => ({ workgroup_role_id: id, process, operation })))
    .onConflict((c) => c.doNothing())
    .execute()
}

/** Writes the role and exactly its operations: those that stay keep their rows. */
export async function updateRole(db: Db, id: number, input: WorkgroupRoleInput): Promise<void> {
  await db
    .updateTable('workgroup_role')
    .set((eb) => ({
      name: input.name,
      partner_role_code: input.partnerRoleId,
      description: input.description,
      is_disabled: input.isDisabled,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await sql`DELETE FROM workgroup_role_operation WHERE workgroup_role_id = ${id}
    AND NOT (process || '.' || operation = ANY(${input.operations.map((o) => `${o.process}.${o.operation}`)}::text[]))`.execute(
    db,
  )
  await addOperations(db, id, input.operations)
}

export async function deleteRole(db: Db, id: number): Promise<void> {
  await db.deleteFrom('workgroup_role_operation').where('workgroup_role_id', '=', id).execute()
  await db.deleteFrom('workgroup_role').where('id', '=', id).execute()
}

/** Who changed the role last, and when. */
export async function findLastRoleChange(
  db: Db,
  id: number,
): Promise<{ descriptor: string; at: string } | undefined> {
  const { rows } = await sql<{ descriptor: string; at: string }>`
    SELECT coalesce(e.full_name, 'Система') AS descriptor, h.at FROM change_history h
    LEFT JOIN employee e ON e.id = h.actor_id
    WHERE h.object_type = 'workgroup_role' AND h.object_id = ${id} ORDER BY h.id DESC LIMIT 1`.execute(db)
  return rows[0]
}
