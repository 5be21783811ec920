import type { Role } from '@ipoteka-office/contract/roles/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { type OperationCode, operationMap, type RoleState } from './role-changes.rules.ts'
import { countPeople } from './role-holders.repo.ts'

/** A role as it is saved. */
export interface StoredRole extends RoleState {
  readonly id: number
  readonly version: number
}

export interface RoleFilter {
  readonly query: string
  readonly isDisabled?: boolean | undefined
  readonly ids?: readonly number[]
}

/** Roles with their counts, by name. */
export async function findRoles(db: Db, actor: Actor, filter: RoleFilter): Promise<Role[]> {
  const { query, isDisabled = null, ids = null } = filter
  const { rows } = await sql<Role>`
    SELECT r.id, r.code, r.name, r.description, r.is_disabled AS "isDisabled", r.version,
      r.partner_may_give AS "partnerMayGive",
      (SELECT jsonb_build_object('by', m.full_name, 'at', r.partner_may_give_at) FROM employee m
        WHERE m.id = r.partner_may_give_by) AS "partnerMayGiveSet",
      0 AS "peopleCount",
      (SELECT count(*)::int FROM workgroup_user_role g JOIN workgroup w ON w.id = g.workgroup_id
        WHERE g.user_role_id = r.id AND NOT w.not_active) AS "workgroupsCount",
      (SELECT count(*)::int FROM user_role_operation o WHERE o.user_role_id = r.id) AS "operationsCount",
      (SELECT c.id FROM change_request c WHERE c.object_type = 'user_role' AND c.object_id = r.id
        AND c.status = 'PENDING' AND c.expires_at > now()) AS "pendingRequestId"
    FROM user_role r
    WHERE (${query} = '' OR strpos(search_form(r.code || ' ' || r.name || ' ' || r.description), search_form(${query})) > 0)
      AND (${isDisabled}::boolean IS NULL OR r.is_disabled = ${isDisabled})
      AND (${ids}::int[] IS NULL OR r.id = ANY(${ids}::int[]))
    ORDER BY r.name, r.id`.execute(db)
  const counts = await countPeople(
    db,
    actor,
    rows.map(({ id }) => id),
  )
  return rows.map((role) => ({ ...role, peopleCount: counts.get(role.id) ?? 0 }))
}

/** Operations of the roles, by role. */
export async function findOperationsByRole(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, OperationCode[]>> {
  const { rows } = await sql<OperationCode & { roleId: number }>`
    SELECT user_role_id AS "roleId", object_type AS "objectType", operation AS code
    FROM user_role_operation WHERE user_role_id = ANY(${ids}::int[]) ORDER BY 2, 3`.execute(db)
  return Map.groupBy(rows, ({ roleId }) => roleId)
}

async function readRole(db: Db, id: number, lock: RawBuilder<unknown>): Promise<StoredRole | undefined> {
  const { rows } = await sql<Omit<StoredRole, 'operations'>>`
    SELECT id, code, name, description, is_disabled AS "isDisabled",
      partner_may_give AS "partnerMayGive", version FROM user_role
    WHERE id = ${id} ${lock}`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  const operations = (await findOperationsByRole(db, [id])).get(id) ?? []
  return { ...row, operations: operationMap(operations) }
}

export const findRole = (db: Db, id: number): Promise<StoredRole | undefined> => readRole(db, id, sql``)

/** Other saves of the role wait until the transaction ends. */
export const lockRole = (db: Db, id: number): Promise<StoredRole | undefined> =>
  readRole(db, id, sql`FOR UPDATE`)

/** Which of code and name another role has. */
export async function findTaken(
  db: Db,
  { code, name }: Pick<RoleState, 'code' | 'name'>,
  exceptId: number | null,
): Promise<{ code: boolean; name: boolean }> {
  const { rows } = await sql<{ code: boolean; name: boolean }>`
    SELECT coalesce(bool_or(code = ${code}), false) AS code,
      coalesce(bool_or(search_form(name) = search_form(${name})), false) AS name
    FROM user_role WHERE id IS DISTINCT FROM ${exceptId}::int`.execute(db)
  return rows[0] ?? { code: false, name: false }
}

export async function insertRole(db: Db, role: RoleState, makerId: number): Promise<number> {
  const { id } = await db
    .insertInto('user_role')
    .values({
      code: role.code,
      name: role.name,
      description: role.description,
      is_disabled: role.isDisabled,
      partner_may_give: role.partnerMayGive,
      ...(role.partnerMayGive && { partner_may_give_by: makerId, partner_may_give_at: sql`now()` }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRoleRow(db: Db, id: number, role: RoleState, makerId: number): Promise<void> {
  await sql`UPDATE user_role SET code = ${role.code}, name = ${role.name}, description = ${role.description},
    is_disabled = ${role.isDisabled}, partner_may_give = ${role.partnerMayGive},
    partner_may_give_by = CASE WHEN partner_may_give = ${role.partnerMayGive} THEN partner_may_give_by ELSE ${makerId} END,
    partner_may_give_at = CASE WHEN partner_may_give = ${role.partnerMayGive} THEN partner_may_give_at ELSE now() END,
    version = version + 1 WHERE id = ${id}`.execute(db)
}

const columnsOf = (list: readonly OperationCode[]) =>
  sql`unnest(${list.map((o) => o.objectType)}::text[], ${list.map((o) => o.code)}::text[]) AS n(object_type, operation)`

export async function addOperations(db: Db, id: number, list: readonly OperationCode[]): Promise<void> {
  if (list.length === 0) return
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    SELECT ${id}, n.object_type, n.operation FROM ${columnsOf(list)}`.execute(db)
}

export async function removeOperations(db: Db, id: number, list: readonly OperationCode[]): Promise<void> {
  if (list.length === 0) return
  await sql`DELETE FROM user_role_operation o USING ${columnsOf(list)}
    WHERE o.user_role_id = ${id} AND o.object_type = n.object_type AND o.operation = n.operation`.execute(db)
}

/** Who changed the role last and when. */
export async function findLastChange(
  db: Db,
  id: number,
): Promise<{ descriptor: string; at: string } | undefined> {
  const { rows } = await sql<{ descriptor: string; at: string }>`
    SELECT coalesce(e.full_name, 'Система') AS descriptor, h.at FROM change_history h
    LEFT JOIN employee e ON e.id = h.actor_id
    WHERE (h.object_type = 'user_role' AND h.object_id = ${id})
      OR (h.owner_type = 'user_role' AND h.owner_id = ${id} AND h.object_type = 'user_role_operation')
    ORDER BY h.id DESC LIMIT 1`.execute(db)
  return rows[0]
}
