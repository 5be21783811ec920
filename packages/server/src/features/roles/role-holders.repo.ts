import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { RolePerson } from '@ipoteka-office/contract/roles/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { OperationCode } from './role-changes.rules.ts'

/** What people are shown by; `e` is the employee, `p` the partner. */
export const personColumns = sql`e.id, e.full_name AS "fullName", e.job_title AS "jobTitle",
  jsonb_build_object('id', p.id, 'shortName', p.short_name) AS partner`

const activeGroup = sql`workgroup_user_role g JOIN workgroup w ON w.id = g.workgroup_id AND NOT w.not_active
  JOIN workgroup_employee m ON m.workgroup_id = g.workgroup_id`

type Counts = { roleId: number; count: number }[]

/** Holders of their own: of a million, all less the few who are switched off is three times quicker than who is not. */
async function countDirect(db: Db, actor: Actor, roleIds: readonly number[]): Promise<Counts> {
  const of = sql`d.user_role_id = ANY(${roleIds}::int[])`
  const { rows } = actor.isAhml
    ? await sql<Counts[number]>`
        WITH off AS (
          SELECT id FROM employee WHERE not_active
          UNION SELECT e.id FROM employee e JOIN partner p ON p.id = e.partner_id AND p.not_active)
        SELECT given."roleId", (given.count - coalesce(lost.count, 0))::int AS count
        FROM (SELECT d.user_role_id AS "roleId", count(*) AS count FROM employee_user_role d WHERE ${of} GROUP BY 1) given
        LEFT JOIN (SELECT d.user_role_id AS "roleId", count(*) AS count FROM employee_user_role d
          WHERE ${of} AND d.employee_id IN (SELECT id FROM off) GROUP BY 1) lost ON lost."roleId" = given."roleId"`.execute(
        db,
      )
    : await sql<Counts[number]>`
        SELECT d.user_role_id AS "roleId", count(*)::int AS count FROM employee_user_role d
        JOIN employee e ON e.id = d.employee_id AND NOT e.not_active
        JOIN partner p ON p.id = e.partner_id AND NOT p.not_active
        WHERE ${of} AND ${visibleTo(actor, 'e.partner_id')} GROUP BY 1`.execute(db)
  return rows
}

/** Holders through groups alone. */
async function countThroughGroups(db: Db, actor: Actor, roleIds: readonly number[]): Promise<Counts> {
  const { rows } = await sql<Counts[number]>`
    SELECT g.user_role_id AS "roleId", count(DISTINCT m.employee_id)::int AS count FROM ${activeGroup}
    JOIN employee e ON e.id = m.employee_id AND NOT e.not_active
    JOIN partner p ON p.id = e.partner_id AND NOT p.not_active
    WHERE g.user_role_id = ANY(${roleIds}::int[]) AND ${visibleTo(actor, 'e.partner_id')}
      AND NOT EXISTS (SELECT FROM employee_user_role d
        WHERE d.employee_id = m.employee_id AND d.user_role_id = g.user_role_id)
    GROUP BY 1`.execute(db)
  return rows
}

/** Active people of visible partners by role; each once, whether directly or through a group. */
export async function countPeople(
  db: Db,
  actor: Actor,
  roleIds: readonly number[],
): Promise<Map<number, number>> {
  const total = new Map<number, number>()
  const parts = [await countDirect(db, actor, roleIds), await countThroughGroups(db, actor, roleIds)]
  for (const { roleId, count } of parts.flat()) total.set(roleId, (total.get(roleId) ?? 0) + count)
  return total
}

/** Ids of all holders of any of the roles, each once. */
const holdersOf = (roleIds: readonly number[]) => sql`
  SELECT d.employee_id FROM employee_user_role d WHERE d.user_role_id = ANY(${roleIds}::int[])
  UNION SELECT m.employee_id FROM ${activeGroup} WHERE g.user_role_id = ANY(${roleIds}::int[])`

/** The same asked person by person: quick where many hold the roles and only the first page is wanted. */
const holdsAny = (roleIds: readonly number[]) => sql`(
  EXISTS (SELECT FROM employee_user_role d WHERE d.employee_id = e.id AND d.user_role_id = ANY(${roleIds}::int[]))
  OR EXISTS (SELECT FROM ${activeGroup} WHERE m.employee_id = e.id AND g.user_role_id = ANY(${roleIds}::int[])))`

const fewHolders = 5_000

async function areFew(db: Db, roleIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`SELECT FROM employee_user_role WHERE user_role_id = ANY(${roleIds}::int[])
    OFFSET ${fewHolders} LIMIT 1`.execute(db)
  return rows.length === 0
}

const named = (fullName: string): RawBuilder<unknown> =>
  fullName === ''
    ? sql`true`
    : sql`e.search_text LIKE '%' || search_form(${fullName.replace(/[\\%_]/g, '\\$&')}) || '%'`

/** A page of active people of visible partners who hold any of the roles, by name. */
async function findPeople(
  db: Db,
  actor: Actor,
  roleIds: readonly number[],
  fullName: string,
  query: PageQuery,
): Promise<Page<RolePerson>> {
  const from = sql`FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE NOT e.not_active AND NOT p.not_active AND ${visibleTo(actor, 'e.partner_id')} AND ${named(fullName)}`
  const isIn = sql`e.id IN (${holdersOf(roleIds)})`
  const fits = (await areFew(db, roleIds)) ? isIn : holdsAny(roleIds)
  const read = sql<RolePerson>`SELECT ${personColumns} ${from} AND ${fits} ORDER BY e.full_name, e.id
    LIMIT ${query.size} OFFSET ${query.page * query.size}`
  return readPage(query, {
    rows: async () => (await read.execute(db)).rows,
    count: () => countOf(db, sql`${from} AND ${isIn}`),
  })
}

/** Who holds the role, disabled or not. */
export const findHolders = (
  db: Db,
  actor: Actor,
  roleId: number,
  query: PageQuery,
): Promise<Page<RolePerson>> => findPeople(db, actor, [roleId], '', query)

/** Who holds the operation now. */
export async function findAble(
  db: Db,
  actor: Actor,
  { objectType, code }: OperationCode,
  fullName: string,
  query: PageQuery,
): Promise<Page<RolePerson>> {
  const { rows } = await sql<{ id: number }>`SELECT r.id FROM user_role r
    JOIN user_role_operation o ON o.user_role_id = r.id
    WHERE NOT r.is_disabled AND o.object_type = ${objectType} AND o.operation = ${code}`.execute(db)
  const roleIds = rows.map(({ id }) => id)
  return findPeople(db, actor, roleIds, fullName, query)
}

/** How many active people hold the role in all, whoever asks. */
export async function countHolders(db: Db, actor: Actor, roleId: number): Promise<number> {
  return (await countPeople(db, { ...actor, isAhml: true }, [roleId])).get(roleId) ?? 0
}
