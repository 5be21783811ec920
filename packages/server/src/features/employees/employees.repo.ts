import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type {
  Employee,
  EmployeeFilter,
  EmployeeInput,
  EmployeeRow,
  employeeSortFields,
} from '@ipoteka-office/contract/employees/employees.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { countByValues, queryByValues } from '#db/large-totals.ts'
import type { Actor } from '#lib/actor.ts'
import type { Horizon } from '#lib/bank-time.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'
import { cardShape, rowJoins, rowShape } from './employee-shape.repo.ts'

export interface EmployeeSort {
  readonly field: (typeof employeeSortFields)[number]
  readonly direction: 'asc' | 'desc'
}

/** Which employees: the partner's (or those under it too) that fit the filter on a day. */
export interface EmployeeScope {
  readonly partnerId: number
  readonly filter: EmployeeFilter
  readonly horizon: Horizon
}

/** Whether the caller may see the partner. */
export async function isPartnerVisible(db: Db, actor: Actor, partnerId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM partner p WHERE p.id = ${partnerId} AND ${visibleTo(actor, 'p.id')}`.execute(db)
  return rows.length > 0
}

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/** Every word must occur somewhere in the searched text. */
const words = (column: string, text: string): RawBuilder<unknown>[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => sql`${sql.raw(column)} LIKE '%' || search_form(${escaped(word)}) || '%'`)

const isAbsent = (today: string) => sql`EXISTS (SELECT FROM employee_absence a WHERE a.employee_id = e.id
  AND a.cancelled_at IS NULL AND ${today}::date BETWEEN a.date_from AND a.date_to)`

const inForce = (
  today: string,
) => sql`pr.employee_id = e.id AND pr.deleted_at IS NULL AND pr.revoked_on IS NULL
  AND pr.date_from <= ${today}::date`

const procuracyExpiring = ({
  today,
  soon,
}: Horizon) => sql`(EXISTS (SELECT FROM procuracy pr WHERE ${inForce(today)}
    AND pr.date_to BETWEEN ${today}::date AND ${soon}::date)
  AND NOT EXISTS (SELECT FROM procuracy pr WHERE ${inForce(today)} AND pr.date_to > ${soon}::date))`

function conditions({ partnerId, filter, horizon }: EmployeeScope): RawBuilder<unknown> {
  const {
    notActive,
    userRoleIds: roles,
    workgroupIds: groups,
    absentNow,
    procuracyExpiring: expiring,
  } = filter
  const partner = filter.includeBranches
    ? sql`e.partner_path @> ARRAY[${partnerId}::int]`
    : sql`e.partner_id = ${partnerId}`
  const flag = (wanted: boolean | null | undefined, condition: RawBuilder<unknown>) =>
    wanted === null || wanted === undefined ? [] : [wanted ? condition : sql`NOT ${condition}`]
  return sql.join(
    [
      partner,
      ...words('e.search_text', filter.text),
      ...words('search_form(e.job_title)', filter.jobTitle),
      ...flag(notActive, sql`e.not_active`),
      ...flag(absentNow, isAbsent(horizon.today)),
      ...flag(expiring, procuracyExpiring(horizon)),
      ...(roles?.length
        ? [
            sql`EXISTS (SELECT FROM employee_user_role r WHERE r.employee_id = e.id AND r.user_role_id = ANY(${roles}::int[]))`,
          ]
        : []),
      ...(groups?.length
        ? [
            sql`EXISTS (SELECT FROM workgroup_employee g WHERE g.employee_id = e.id AND g.workgroup_id = ANY(${groups}::int[]))`,
          ]
        : []),
      ...(filter.headId ? [sql`e.head_id = ${filter.headId}`] : []),
    ],
    sql` AND `,
  )
}

const sortKeys: Record<EmployeeSort['field'], RawBuilder<unknown>> = {
  fullName: sql`e.full_name`,
  jobTitle: sql`e.job_title`,
  login: sql`e.login`,
  partner: sql`p.short_name`,
  createdAt: sql`e.created_at`,
}

/** Rows found by words that are sorted after they are found; of more, the list is read in its order. */
const sortedLater = 30_000

/**
 * Names that a search finds often begin alike and stand together: reading the list in its order would pass all the others
 * first. What the words find is few as a rule, so it is found by them and sorted then.
 */
const idsInOrder = (scope: EmployeeScope, { field, direction }: EmployeeSort, findFirst = false) => {
  const way = direction === 'asc' ? sql`ASC` : sql`DESC`
  const then = field === 'fullName' ? sql`x.id` : sql`x.full_name, x.id`
  return sql`SELECT x.id FROM (
    SELECT e.id, e.full_name, ${sortKeys[field]} AS sort_key
    FROM employee e ${field === 'partner' ? sql`JOIN partner p ON p.id = e.partner_id` : sql``}
    WHERE ${conditions(scope)} ${findFirst ? sql`OFFSET 0` : sql``}) x
    ORDER BY x.sort_key ${way} NULLS LAST, ${then}`
}

/** Whether the words of the search are long enough for the index of their letters. */
const hasWords = ({ filter }: EmployeeScope) => /\S{3}/.test(filter.text)

/** The rows of a page of the scope. */
export async function findPageRows(
  db: Db,
  scope: EmployeeScope,
  query: PageQuery & { sort: EmployeeSort },
): Promise<EmployeeRow[]> {
  refuseDeepPage(query)
  const findFirst = hasWords(scope) && (await countFound(db, scope)) <= sortedLater
  const found = await queryByValues(
    db,
    sql<{
      id: number
    }>`${idsInOrder(scope, query.sort, findFirst)} LIMIT ${query.size} OFFSET ${query.page * query.size}`,
  )
  return findRows(
    db,
    found.map(({ id }) => id),
    scope.horizon,
  )
}

/** The rows of these ids in their order. */
export async function findRows(db: Db, ids: readonly number[], horizon: Horizon): Promise<EmployeeRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<EmployeeRow>`
    SELECT ${rowShape(horizon)} FROM unnest(${ids}::int[]) WITH ORDINALITY AS chosen(id, place)
    JOIN employee e ON e.id = chosen.id ${rowJoins} ORDER BY chosen.place`.execute(db)
  return rows
}

/** Ids of the whole scope in the order of the list. */
export async function findIds(db: Db, scope: EmployeeScope, sort: EmployeeSort): Promise<number[]> {
  const rows = await queryByValues(db, sql<{ id: number }>`${idsInOrder(scope, sort)}`)
  return rows.map((row) => row.id)
}

export async function countFound(db: Db, scope: EmployeeScope): Promise<number> {
  const { count } = await countByValues(
    db,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM employee e WHERE ${conditions(scope)}`,
  )
  return count
}

/** Counts of the scope whatever its activity. */
export async function countTotals(db: Db, scope: EmployeeScope) {
  const all = conditions({ ...scope, filter: { ...scope.filter, notActive: null } })
  const { count, active } = await countByValues(
    db,
    sql<{ count: number; active: number }>`
      SELECT count(*)::int AS count, count(*) FILTER (WHERE NOT e.not_active)::int AS active
      FROM employee e WHERE ${all}`,
  )
  // From the side of the absences: they are few.
  const { count: absent } = await countByValues(
    db,
    sql<{ count: number }>`
      SELECT count(*)::int AS count FROM employee e JOIN employee_absence a ON a.employee_id = e.id
        AND a.cancelled_at IS NULL AND ${scope.horizon.today}::date BETWEEN a.date_from AND a.date_to
      WHERE NOT e.not_active AND ${all}`,
  )
  return { all: count, active, notActive: count - active, absent }
}

/** How a card is asked for; `partnerId` narrows an id to one partner. */
export type EmployeeKey =
  | { readonly id: number; readonly partnerId?: number }
  | { readonly login: string }
  | { readonly identityId: string }

const matches = (key: EmployeeKey): RawBuilder<unknown> => {
  if ('login' in key) return sql`lower(e.login) = lower(${key.login}::text)`
  if ('identityId' in key) return sql`e.identity_id = ${key.identityId}::uuid`
  return key.partnerId === undefined
    ? sql`e.id = ${key.id}`
    : sql`e.id = ${key.id} AND e.partner_id = ${key.partnerId}`
}

/** A card, when the caller may see it. */
export async function findCard(
  db: Db,
  actor: Actor,
  key: EmployeeKey,
  horizon: Horizon,
): Promise<Employee | undefined> {
  const { rows } = await sql<Employee>`
    SELECT ${cardShape(horizon)} FROM employee e ${rowJoins}
    WHERE ${matches(key)} AND ${visibleTo(actor, 'e.partner_id')}`.execute(db)
  return rows[0]
}

/** The version of somebody whom the caller may see; null: nobody. */
export async function findVersion(db: Db, actor: Actor, id: number): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    SELECT e.version FROM employee e WHERE e.id = ${id} AND ${visibleTo(actor, 'e.partner_id')}`.execute(db)
  return rows[0]?.version ?? null
}

/** Where somebody works whom the caller may see, and the version of the card; null: nobody. */
export async function findPlace(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ partnerId: number; version: number } | null> {
  const { rows } = await sql<{ partnerId: number; version: number }>`
    SELECT e.partner_id AS "partnerId", e.version FROM employee e
    WHERE e.id = ${id} AND ${visibleTo(actor, 'e.partner_id')}`.execute(db)
  return rows[0] ?? null
}

/** What a change looks at first. */
export interface LockedEmployee extends EmployeeInput {
  readonly id: number
  readonly partnerId: number
  readonly fullName: string
  readonly identityId: string | null
  readonly version: number
}

/** The person's columns, locked for a change. */
export async function lockEmployee(
  db: Db,
  actor: Actor,
  key: { id: number; partnerId?: number },
): Promise<LockedEmployee | undefined> {
  const { rows } = await sql<LockedEmployee>`
    SELECT e.id, e.partner_id AS "partnerId", e.full_name AS "fullName", e.last_name AS "lastName",
      e.first_name AS "firstName", e.middle_name AS "middleName", e.sex, e.job_title AS "jobTitle",
      e.birth_date::text AS "birthDate", e.email, e.phone, e.login, e.identity_id AS "identityId",
      e.head_id AS "headId", e.not_active AS "notActive", e.version
    FROM employee e WHERE ${matches(key)} AND ${visibleTo(actor, 'e.partner_id')} FOR NO KEY UPDATE OF e`.execute(
    db,
  )
  return rows[0]
}

const columns = (input: EmployeeInput) => ({
  last_name: input.lastName,
  first_name: input.firstName,
  middle_name: input.middleName,
  sex: input.sex,
  job_title: input.jobTitle,
  birth_date: input.birthDate,
  email: input.email,
  phone: input.phone,
  login: input.login,
  head_id: input.headId,
  not_active: input.notActive,
})

export async function insertEmployee(db: Db, partnerId: number, input: EmployeeInput): Promise<number> {
  const { id } = await db
    .insertInto('employee')
    .values({ partner_id: partnerId, ...columns(input) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateEmployee(db: Db, id: number, input: EmployeeInput): Promise<void> {
  await db
    .updateTable('employee')
    .set({ ...columns(input), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Raises the version for a change of a part that the card's version covers (roles, sign-in). */
export async function raiseVersion(db: Db, id: number): Promise<void> {
  await sql`UPDATE employee SET version = version + 1 WHERE id = ${id}`.execute(db)
}

/** The employee who has the login, other than this one. */
export async function findLoginHolder(
  db: Db,
  login: string,
  exceptId: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM employee WHERE lower(login) = lower(${login}::text) AND id IS DISTINCT FROM ${exceptId}`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** Of the candidate for a head: their tree and whether the person stands above them. Locked against a change in between. */
export async function findHeadCandidate(
  db: Db,
  actor: Actor,
  headId: number,
  partnerId: number,
  employeeId: number | null,
): Promise<{ notActive: boolean; sameTree: boolean; isUnder: boolean } | undefined> {
  // One change of heads at a time in the bank: two that are each fine could make a circle together.
  await sql`SELECT pg_advisory_xact_lock(hashtext('employee.head'))`.execute(db)
  const { rows } = await sql<{ notActive: boolean; sameTree: boolean; isUnder: boolean }>`
    WITH RECURSIVE above AS (
      SELECT id, head_id FROM employee WHERE id = ${headId}
      UNION SELECT e.id, e.head_id FROM employee e JOIN above a ON e.id = a.head_id)
    SELECT e.not_active AS "notActive",
      p.ancestor_ids[1] = (SELECT o.ancestor_ids[1] FROM partner o WHERE o.id = ${partnerId}) AS "sameTree",
      EXISTS (SELECT FROM above WHERE id = ${employeeId}::int) AS "isUnder"
    FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE e.id = ${headId} AND ${visibleTo(actor, 'e.partner_id')}`.execute(db)
  return rows[0]
}

/** Who changed the card or a part of it last, and when. */
export async function findLastChange(
  db: Db,
  id: number,
): Promise<{ descriptor: string; at: string } | undefined> {
  const { rows } = await sql<{ descriptor: string; at: string }>`
    SELECT coalesce(e.full_name, 'Система') AS descriptor, c.at FROM (
      (SELECT h.id, h.at, h.actor_id FROM change_history h
        WHERE h.object_type = 'employee' AND h.object_id = ${id} ORDER BY h.id DESC LIMIT 1)
      UNION ALL
      (SELECT h.id, h.at, h.actor_id FROM change_history h
        WHERE h.owner_type = 'employee' AND h.owner_id = ${id} ORDER BY h.id DESC LIMIT 1)) c
    LEFT JOIN employee e ON e.id = c.actor_id ORDER BY c.id DESC LIMIT 1`.execute(db)
  return rows[0]
}
