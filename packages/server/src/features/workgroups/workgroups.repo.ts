import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type {
  ProcessOperation,
  Workgroup,
  WorkgroupInput,
  WorkgroupMember,
  WorkProcess,
} from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'

const shape = sql`g.id, g.partner_id AS "partnerId", g.name, g.description, g.not_active AS "notActive", g.version,
  CASE WHEN h.id IS NOT NULL THEN json_build_object('id', h.id, 'fullName', h.full_name) END AS head,
  (SELECT count(*)::int FROM workgroup_employee m WHERE m.workgroup_id = g.id) AS "employeesCount",
  coalesce((SELECT json_agg(json_build_object('id', r.id, 'name', r.name, 'isDisabled', r.is_disabled) ORDER BY r.name)
    FROM workgroup_role_of_group o JOIN workgroup_role r ON r.id = o.workgroup_role_id WHERE o.workgroup_id = g.id), '[]') AS roles,
  coalesce((SELECT json_agg(json_build_object('id', u.id, 'code', u.code, 'name', u.name) ORDER BY u.name)
    FROM workgroup_user_role w JOIN user_role u ON u.id = w.user_role_id WHERE w.workgroup_id = g.id), '[]') AS "userRoles"`

/** The partner's role codes; null when there is no such partner for the caller. */
export async function findPartnerRoles(db: Db, actor: Actor, partnerId: number): Promise<string[] | null> {
  const { rows } = await sql<{ roles: string[] }>`
    SELECT p.roles FROM partner p WHERE p.id = ${partnerId} AND ${visibleTo(actor, 'p.id')}`.execute(db)
  return rows[0]?.roles ?? null
}

async function findWhere(db: Db, where: RawBuilder<unknown>, rest = sql``): Promise<Workgroup[]> {
  const { rows } = await sql<Workgroup>`
    SELECT ${shape} FROM workgroup g LEFT JOIN employee h ON h.id = g.head_id
    WHERE ${where} ORDER BY g.name, g.id ${rest}`.execute(db)
  return rows
}

export async function findGroups(
  db: Db,
  partnerId: number,
  query: PageQuery & { name: string; notActive?: boolean | undefined },
): Promise<Page<Workgroup>> {
  const where = sql`g.partner_id = ${partnerId}
    ${query.notActive === undefined ? sql`` : sql`AND g.not_active = ${query.notActive}`}
    ${query.name === '' ? sql`` : sql`AND search_form(g.name) LIKE search_form(${anywhere(query.name)})`}`
  return readPage(query, {
    rows: () => findWhere(db, where, sql`LIMIT ${query.size} OFFSET ${query.page * query.size}`),
    count: () => countOf(db, sql`FROM workgroup g WHERE ${where}`),
  })
}

export async function findGroupNames(db: Db, partnerId: number) {
  return db
    .selectFrom('workgroup')
    .select(['id', 'name', 'not_active as notActive'])
    .where('partner_id', '=', partnerId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function findGroup(db: Db, partnerId: number, id: number): Promise<Workgroup | null> {
  return (await findWhere(db, sql`g.id = ${id} AND g.partner_id = ${partnerId}`))[0] ?? null
}

/** The partner of a group that the caller may see. */
export async function findGroupPartner(db: Db, actor: Actor, id: number): Promise<number | null> {
  const { rows } = await sql<{ partnerId: number }>`
    SELECT g.partner_id AS "partnerId" FROM workgroup g
    WHERE g.id = ${id} AND ${visibleTo(actor, 'g.partner_id')}`.execute(db)
  return rows[0]?.partnerId ?? null
}

/** Active groups of the partner that may do the operation. */
export const findGroupsByOperation = (
  db: Db,
  partnerId: number,
  process: WorkProcess,
  operation: ProcessOperation,
) =>
  findWhere(
    db,
    sql`g.partner_id = ${partnerId} AND NOT g.not_active AND EXISTS (
      SELECT FROM workgroup_role_of_group o
      JOIN workgroup_role r ON r.id = o.workgroup_role_id AND NOT r.is_disabled
      JOIN workgroup_role_operation x ON x.workgroup_role_id = r.id
      WHERE o.workgroup_id = g.id AND x.process = ${process} AND x.operation = ${operation})`,
  )

export interface LockedGroup {
  readonly name: string
  readonly description: string
  readonly notActive: boolean
  readonly headId: number | null
  readonly version: number
}

/** The group's own columns; the row waits for the end of the transaction. */
export async function lockGroup(db: Db, partnerId: number, id: number): Promise<LockedGroup | null> {
  const { rows } = await sql<LockedGroup>`
    SELECT name, description, not_active AS "notActive", head_id AS "headId", version FROM workgroup
    WHERE id = ${id} AND partner_id = ${partnerId} FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

export async function insertGroup(db: Db, partnerId: number, input: WorkgroupInput): Promise<number> {
  const { id } = await db
    .insertInto('workgroup')
    .values({
      partner_id: partnerId,
      name: input.name,
      description: input.description,
      not_active: input.notActive,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateGroup(db: Db, id: number, input: WorkgroupInput): Promise<void> {
  await db
    .updateTable('workgroup')
    .set((eb) => ({
      name: input.name,
      description: input.description,
      not_active: input.notActive,
      head_id: input.headId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export async function setHead(db: Db, id: number, headId: number | null): Promise<void> {
  await sql`UPDATE workgroup SET head_id = ${headId}, version = version + 1 WHERE id = ${id}`.execute(db)
}

/** What the group is; its version grows because its members or roles changed. */
export async function raiseVersion(db: Db, id: number): Promise<void> {
  await sql`UPDATE workgroup SET version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function deleteGroup(db: Db, id: number): Promise<void> {
  for (const table of ['workgroup_role_of_group', 'workgroup_user_role'] as const)
    await db.deleteFrom(table).where('workgroup_id', '=', id).execute()
  await db.deleteFrom('workgroup').where('id', '=', id).execute()
}

const member = sql`e.id, e.full_name AS "fullName", e.job_title AS "jobTitle", e.not_active AS "notActive",
  e.id IS NOT DISTINCT FROM g.head_id AS head, json_build_object('id', p.id, 'shortName', p.short_name) AS partner`
const members = sql`workgroup_employee m JOIN workgroup g ON g.id = m.workgroup_id
  JOIN employee e ON e.id = m.employee_id JOIN partner p ON p.id = e.partner_id`

export async function findMembers(
  db: Db,
  workgroupId: number,
  query: PageQuery & { fullName: string },
): Promise<Page<WorkgroupMember>> {
  const where = sql`m.workgroup_id = ${workgroupId}
    ${query.fullName === '' ? sql`` : sql`AND e.search_text LIKE search_form(${anywhere(query.fullName)})`}`
  const source = sql`FROM ${members} WHERE ${where}`
  const read = sql<WorkgroupMember>`SELECT ${member} ${source}
    ORDER BY head DESC, e.full_name, e.id LIMIT ${query.size} OFFSET ${query.page * query.size}`
  return readPage(query, {
    rows: async () => (await read.execute(db)).rows,
    count: () => countOf(db, source),
  })
}

export async function findHead(db: Db, workgroupId: number): Promise<WorkgroupMember | null> {
  const { rows } = await sql<WorkgroupMember>`
    SELECT ${member} FROM workgroup g JOIN employee e ON e.id = g.head_id JOIN partner p ON p.id = e.partner_id
    WHERE g.id = ${workgroupId}`.execute(db)
  return rows[0] ?? null
}

export interface ApplicantRow {
  readonly id: number
  readonly fullName: string
  readonly notActive: boolean
  readonly within: boolean
  readonly member: boolean
}

/** Employees whom the caller may see, with what decides their membership. */
export async function findApplicants(
  db: Db,
  actor: Actor,
  group: { id: number; partnerId: number },
  employeeIds: readonly number[],
): Promise<Map<number, ApplicantRow>> {
  const { rows } = await sql<ApplicantRow>`
    SELECT e.id, e.full_name AS "fullName", e.not_active AS "notActive", p.ancestor_ids @> ARRAY[${group.partnerId}::int] AS within,
      EXISTS (SELECT FROM workgroup_employee m WHERE m.workgroup_id = ${group.id} AND m.employee_id = e.id) AS member
    FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE e.id = ANY(${employeeIds}::int[]) AND ${visibleTo(actor, 'e.partner_id')}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of these employees those who are, for all that is known, the same person as this one. */
export async function findSelves(db: Db, employeeId: number, among: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM unnest(${among}::int[]) AS a (id) WHERE same_person(a.id, ${employeeId})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Names of the active members. */
export async function findMemberNames(db: Db, workgroupId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT e.full_name AS name FROM workgroup_employee m JOIN employee e ON e.id = m.employee_id AND NOT e.not_active
    WHERE m.workgroup_id = ${workgroupId} ORDER BY e.full_name, e.id`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whether the person is a member, under this account or another one. */
export async function isMemberHimself(db: Db, workgroupId: number, employeeId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM workgroup_employee m
    WHERE m.workgroup_id = ${workgroupId} AND same_person(m.employee_id, ${employeeId}) LIMIT 1`.execute(db)
  return rows.length > 0
}

/** A group of whichever partner, locked where it is going to change. */
export async function lockAnyGroup(
  db: Db,
  id: number,
  { lock }: { readonly lock: boolean },
): Promise<{ partnerId: number; version: number } | null> {
  const { rows } = await sql<{ partnerId: number; version: number }>`
    SELECT partner_id AS "partnerId", version FROM workgroup WHERE id = ${id} ${lock ? sql`FOR UPDATE` : sql``}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function addMembers(db: Db, workgroupId: number, employeeIds: readonly number[]): Promise<void> {
  await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id)
    SELECT ${workgroupId}, unnest(${employeeIds}::int[]) ON CONFLICT DO NOTHING`.execute(db)
}

/** Answers who was a member; who was the head is no longer. */
export async function removeMembers(
  db: Db,
  workgroupId: number,
  employeeIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM workgroup_employee WHERE workgroup_id = ${workgroupId} AND employee_id = ANY(${employeeIds}::int[])
    RETURNING employee_id AS id`.execute(db)
  await sql`UPDATE workgroup SET head_id = NULL
    WHERE id = ${workgroupId} AND head_id = ANY(${employeeIds}::int[])`.execute(db)
  return rows.map(({ id }) => id)
}

export async function addRoles(db: Db, workgroupId: number, roleIds: readonly number[]): Promise<void> {
  await sql`INSERT INTO workgroup_role_of_group (workgroup_id, workgroup_role_id)
    SELECT ${workgroupId}, unnest(${roleIds}::int[]) ON CONFLICT DO NOTHING`.execute(db)
}

export async function removeRoles(
  db: Db,
  workgroupId: number,
  roleIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM workgroup_role_of_group WHERE workgroup_id = ${workgroupId} AND workgroup_role_id = ANY(${roleIds}::int[])
    RETURNING workgroup_role_id AS id`.execute(db)
  return rows.map(({ id }) => id)
}

interface UserRoleRow {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly held: boolean
}

/** User roles with whether the group gives them; disabled ones only while it does. */
export async function findUserRoles(db: Db, workgroupId: number): Promise<UserRoleRow[]> {
  const { rows } = await sql<UserRoleRow>`
    SELECT u.id, u.code, u.name, w.id IS NOT NULL AS held FROM user_role u
    LEFT JOIN workgroup_user_role w ON w.user_role_id = u.id AND w.workgroup_id = ${workgroupId}
    WHERE NOT u.is_disabled OR w.id IS NOT NULL ORDER BY u.name, u.id`.execute(db)
  return rows
}

/** Operations of user roles: who gives them away must hold them. */
export async function findOperationsOf(
  db: Db,
  userRoleIds: readonly number[],
): Promise<{ roleId: number; objectType: string; operation: string }[]> {
  const { rows } = await sql<{ roleId: number; objectType: string; operation: string }>`
    SELECT user_role_id AS "roleId", object_type AS "objectType", operation FROM user_role_operation
    WHERE user_role_id = ANY(${userRoleIds}::int[])`.execute(db)
  return rows
}

/** Whether any of the roles is more than a partner may give its own people. */
export async function exceedsPartner(
  db: Db,
  partnerId: number,
  userRoleIds: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT EXISTS (SELECT FROM user_role r, partner p WHERE p.id = ${partnerId} AND r.id = ANY(${userRoleIds}::int[])
      AND NOT (r.partner_may_give AND NOT 'Ahml' = ANY(p.roles))) AS is`.execute(db)
  return rows[0]?.is ?? true
}

/** Leaves exactly these roles; those that stay keep their rows. */
export async function writeUserRoles(
  db: Db,
  workgroupId: number,
  userRoleIds: readonly number[],
): Promise<void> {
  await sql`DELETE FROM workgroup_user_role
    WHERE workgroup_id = ${workgroupId} AND NOT user_role_id = ANY(${userRoleIds}::int[])`.execute(db)
  await sql`INSERT INTO workgroup_user_role (workgroup_id, user_role_id)
    SELECT ${workgroupId}, unnest(${userRoleIds}::int[]) ON CONFLICT DO NOTHING`.execute(db)
}

/** Who changed the group, its members or its roles last, and when. */
export async function findLastChange(
  db: Db,
  id: number,
): Promise<{ descriptor: string; at: string } | undefined> {
  const { rows } = await sql<{ descriptor: string; at: string }>`
    SELECT coalesce(e.full_name, 'Система') AS descriptor, c.at FROM (
      (SELECT h.id, h.at, h.actor_id FROM change_history h
        WHERE h.object_type = 'workgroup' AND h.object_id = ${id} ORDER BY h.id DESC LIMIT 1)
      UNION ALL
      (SELECT h.id, h.at, h.actor_id FROM change_history h
        WHERE h.owner_type = 'workgroup' AND h.owner_id = ${id} ORDER BY h.id DESC LIMIT 1)) c
    LEFT JOIN employee e ON e.id = c.actor_id ORDER BY c.id DESC LIMIT 1`.execute(db)
  return rows[0]
}
