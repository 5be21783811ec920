import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { EmployeeName } from '@ipoteka-office/contract/employees/employees.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'
import { nameShape } from './employee-shape.repo.ts'

/** Names that one answer has at most. */
const maxNames = 500

/** Names of those whom the caller sees and who fit. */
async function findNames(
  db: Db,
  actor: Actor,
  where: RawBuilder<unknown>,
  limit = maxNames,
): Promise<EmployeeName[]> {
  const { rows } = await sql<EmployeeName>`
    SELECT ${nameShape} FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE ${where} AND ${visibleTo(actor, 'e.partner_id')} ORDER BY e.full_name, e.id LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

/** Who has one of the ids. */
export const findNamesByIds = (db: Db, actor: Actor, ids: readonly number[]) =>
  findNames(db, actor, sql`e.id = ANY(${ids}::int[])`, ids.length)

/** The operator's employee with the id; nobody when it is another's. */
export const findOperatorName = (db: Db, actor: Actor, id: number) =>
  findNames(db, actor, sql`e.id = ${id} AND 'Ahml' = ANY(p.roles)`)

/** Active subordinates of the head who hold the role. */
export const findNamesUnderHead = (db: Db, actor: Actor, headId: number, roleId: number) =>
  findNames(
    db,
    actor,
    sql`e.head_id = ${headId} AND NOT e.not_active AND EXISTS (
      SELECT FROM role_holder h JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
      WHERE h.employee_id = e.id AND h.user_role_id = ${roleId})`,
  )

/** The person, those under them (however deep) and the members of the groups they head; the active ones. */
export const findNamesOfOwners = (db: Db, actor: Actor, id: number) =>
  findNames(
    db,
    actor,
    sql`NOT e.not_active AND e.id IN (
      WITH RECURSIVE under AS (SELECT ${id}::int AS id UNION SELECT s.id FROM employee s JOIN under u ON s.head_id = u.id)
      SELECT id FROM under UNION SELECT m.employee_id FROM workgroup w JOIN workgroup_employee m ON m.workgroup_id = w.id
      WHERE w.head_id = ${id} AND NOT w.not_active)`,
  )

/** An operation by which people are found. */
export type OperationKey =
  | { readonly kind: 'right'; readonly objectType: string; readonly operation: string }
  /** Null: in any process. */
  | { readonly kind: 'process'; readonly process: string | null; readonly operation: string }

const mayDo = (key: OperationKey) =>
  key.kind === 'right'
    ? sql`EXISTS (SELECT FROM role_holder h JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
        JOIN user_role_operation o ON o.user_role_id = r.id
        WHERE h.employee_id = e.id AND o.object_type = ${key.objectType} AND o.operation = ${key.operation})`
    : sql`EXISTS (SELECT FROM workgroup_employee m JOIN workgroup w ON w.id = m.workgroup_id AND NOT w.not_active
        JOIN workgroup_role_of_group g ON g.workgroup_id = w.id
        JOIN workgroup_role r ON r.id = g.workgroup_role_id AND NOT r.is_disabled
        JOIN workgroup_role_operation o ON o.workgroup_role_id = r.id
        WHERE m.employee_id = e.id AND o.operation = ${key.operation}
          ${key.process === null ? sql`` : sql`AND o.process = ${key.process}`})`

async function findPage(db: Db, people: RawBuilder<unknown>, query: PageQuery): Promise<Page<EmployeeName>> {
  const read = sql<EmployeeName>`
    SELECT ${nameShape} FROM (${people}) found JOIN employee e ON e.id = found.id JOIN partner p ON p.id = e.partner_id
    ORDER BY e.full_name, e.id LIMIT ${query.size} OFFSET ${query.page * query.size}`
  return readPage(query, {
    rows: async () => (await read.execute(db)).rows,
    count: () => countOf(db, sql`FROM (${people}) found`),
  })
}

/** Active employees of the partner who may do it; with `includeHead` also their active heads whom the caller sees. */
export function findByOperation(
  db: Db,
  actor: Actor,
  partnerId: number,
  { operation, includeHead }: { operation: OperationKey; includeHead: boolean },
  query: PageQuery,
): Promise<Page<EmployeeName>> {
  const own = sql`SELECT e.id, e.head_id FROM employee e
    WHERE e.partner_id = ${partnerId} AND NOT e.not_active AND ${mayDo(operation)}`
  const people = includeHead
    ? sql`WITH own AS (${own}) SELECT id FROM own UNION SELECT e.id FROM own JOIN employee e ON e.id = own.head_id
        WHERE NOT e.not_active AND ${visibleTo(actor, 'e.partner_id')}`
    : own
  return findPage(db, people, query)
}

/** Active employees of the operator who may do it; by name only, whoever asks. */
export const findServiceEmployees = (db: Db, operation: OperationKey, query: PageQuery) =>
  findPage(
    db,
    sql`SELECT e.id FROM employee e JOIN partner o ON o.id = e.partner_id AND NOT o.not_active AND 'Ahml' = ANY(o.roles)
      WHERE NOT e.not_active AND ${mayDo(operation)}`,
    query,
  )

/** The person with most active subordinates at the partner among those without a head of their own there. */
export async function findHeadOfPartner(
  db: Db,
  actor: Actor,
  partnerId: number,
): Promise<EmployeeName | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT h.id FROM employee h JOIN employee s ON s.head_id = h.id AND NOT s.not_active AND s.partner_id = ${partnerId}
    LEFT JOIN employee above ON above.id = h.head_id AND above.partner_id = ${partnerId} AND NOT above.not_active
    WHERE h.partner_id = ${partnerId} AND NOT h.not_active AND above.id IS NULL
    GROUP BY h.id ORDER BY count(*) DESC, h.id LIMIT 1`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) return null
  const [name] = await findNames(db, actor, sql`e.id = ${id}`)
  return name ?? null
}
