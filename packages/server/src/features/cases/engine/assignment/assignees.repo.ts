import type { z } from 'zod'
import type { ManagerChange } from '@ipoteka-office/contract/cases/cases.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'
import { objectOfTask } from '../tasks/task-rights.rules.ts'

/** Somebody who may be given a case or its task. */
export interface Assignee {
  readonly id: number
  readonly fullName: string
  readonly jobTitle: string
  readonly openCases: number
}

interface Search {
  readonly operation: string
  readonly search: string
  /** Only this one. */
  readonly id?: number
  /** Only of the partners that this person sees. */
  readonly among?: Pick<Actor, 'isAhml' | 'partnerId'>
  /** Only people of the bank: what is to be done is kept from partners. */
  readonly ofBank?: boolean
}

const isAmong = ({ among }: Search, column: string) =>
  among === undefined ? sql`true` : visibleTo(among, column)

/** Employees of partner `p` may be told what is to be done. */
const mayBeTold = ({ ofBank = false }: Pick<Search, 'ofBank'>) =>
  ofBank ? sql`'Ahml' = ANY(p.roles)` : sql`true`

type CaseOf = { readonly type: CaseType; readonly partnerId: number }

const fits = (name: RawBuilder<unknown>, search: string) => {
  const words = search.split(/\s+/).filter(Boolean).slice(0, 10)
  const likes = words.map(
    (w) => sql`search_form(${name}) LIKE '%' || search_form(${w.replace(/[\\%_]/g, '\\$&')}) || '%'`,
  )
  return likes.length > 0 ? sql.join(likes, sql` AND `) : sql`true`
}

/** The bank's, the case's own partner and those above it. */
const isAbove = (partner: RawBuilder<unknown>, partnerId: number) => sql`('Ahml' = ANY(${partner}.roles)
  OR EXISTS (SELECT FROM partner own WHERE own.id = ${partnerId} AND own.ancestor_ids @> ARRAY[${partner}.id]))`

/** Employee `e` of partner `p` works, sees cases of the partner and holds the operation on the type of the object. */
const holdsAt = (partnerId: number, object: RawBuilder<unknown>, operation: RawBuilder<unknown>) => sql`
  NOT e.not_active AND NOT p.not_active AND ${isAbove(sql`p`, partnerId)}
  AND EXISTS (SELECT FROM role_holder h JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
    JOIN user_role_operation o ON o.user_role_id = r.id
    WHERE h.employee_id = e.id AND o.object_type = ${object} AND o.operation = ${operation})`

/** Employee `e` of partner `p` works, sees the case and holds the operation. */
const isAble = ({ type, partnerId }: CaseOf, operation: string) =>
  holdsAt(partnerId, sql`${objectOfTask(type, operation)}`, sql`${operation}`)

/** Somebody and what they are to do with cases of a type. */
export interface Doing {
  readonly employeeId: number
  readonly type: CaseType
  readonly operation: string
}

/** Which of the people may do so with cases of the partner. */
export async function findAble(db: Db, partnerId: number, asked: readonly Doing[]): Promise<Doing[]> {
  const { rows } = await sql<Doing>`
    SELECT d.employee_id AS "employeeId", d.type, d.operation
    FROM unnest(${asked.map((d) => d.employeeId)}::int[], ${asked.map((d) => d.type)}::text[],
      ${asked.map((d) => objectOfTask(d.type, d.operation))}::text[], ${asked.map((d) => d.operation)}::text[])
      AS d(employee_id, type, object, operation)
    JOIN employee e ON e.id = d.employee_id JOIN partner p ON p.id = e.partner_id
    WHERE ${holdsAt(partnerId, sql`d.object`, sql`d.operation`)}`.execute(db)
  return rows
}

/** Active people who hold the operation and see the case, by words of the name; the least loaded first. */
export async function findPeople(db: Db, row: CaseOf, asked: Search): Promise<Assignee[]> {
  const { operation, search, id } = asked
  const { rows } = await sql<Assignee>`
    SELECT e.id, e.full_name AS "fullName", e.job_title AS "jobTitle", (SELECT count(*)::int FROM case_file f
      WHERE f.responsible_id = e.id AND f.type = ${row.type} AND NOT f.closed) AS "openCases"
    FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE ${id === undefined ? sql`true` : sql`e.id = ${id}`} AND ${isAble(row, operation)}
      AND ${isAmong(asked, 'e.partner_id')} AND ${mayBeTold(asked)} AND ${fits(sql`e.full_name`, search)}
    ORDER BY "openCases", e.full_name, e.id LIMIT 50`.execute(db)
  return rows
}

/** A group that may be given a task. */
export interface AbleGroup {
  readonly id: number
  readonly name: string
  readonly partner: string
  readonly people: number
}

/** Active groups with somebody who holds the operation and sees the case, by words of the name. */
export async function findGroups(db: Db, row: CaseOf, asked: Search): Promise<AbleGroup[]> {
  const { operation, search, id } = asked
  const { rows } = await sql<AbleGroup>`
    SELECT * FROM (SELECT g.id, g.name, gp.short_name AS partner, (SELECT count(*)::int FROM workgroup_worker m
        JOIN employee e ON e.id = m.employee_id JOIN partner p ON p.id = e.partner_id
        WHERE m.workgroup_id = g.id AND ${isAble(row, operation)} AND ${mayBeTold(asked)}) AS people
      FROM workgroup g JOIN partner gp ON gp.id = g.partner_id
      WHERE ${id === undefined ? sql`true` : sql`g.id = ${id}`} AND NOT g.not_active
        AND ${isAbove(sql`gp`, row.partnerId)} AND ${isAmong(asked, 'g.partner_id')} AND ${fits(sql`g.name`, search)}) able
    WHERE people > 0 ORDER BY name, id LIMIT 50`.execute(db)
  return rows
}

/** People of the group who may take a task of the case: they hold the operation and see the case. */
export async function findAbleMembers(
  db: Db,
  row: CaseOf,
  asked: Pick<Search, 'operation' | 'ofBank'> & { readonly workgroupId: number; readonly exceptId: number },
): Promise<number[]> {
  const { operation, workgroupId, exceptId } = asked
  const { rows } = await sql<{ id: number }>`
    SELECT e.id FROM workgroup_worker m JOIN employee e ON e.id = m.employee_id JOIN partner p ON p.id = e.partner_id
    WHERE m.workgroup_id = ${workgroupId} AND e.id <> ${exceptId} AND ${isAble(row, operation)}
      AND ${mayBeTold(asked)} ORDER BY e.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which of the groups are active and of the partner, of one above it, or of the bank. */
export async function findFittingGroups(
  db: Db,
  partnerId: number,
  workgroupIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT g.id FROM workgroup g JOIN partner p ON p.id = g.partner_id
    WHERE g.id = ANY(${workgroupIds}::int[]) AND NOT g.not_active AND ${isAbove(sql`p`, partnerId)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Earlier versions named the rule here: it is the bank's alone. */
const ruleNamed = 'По правилу «%'
const rulesSay = 'По правилам назначения'

/** Whose a case was, from the first one on: who led it, and with whom its check was. */
export async function findManagerChanges(
  db: Db,
  caseId: number,
  { isAhml }: Pick<Actor, 'isAhml'>,
): Promise<z.input<typeof ManagerChange>[]> {
  const person = (alias: string) => sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL
    THEN json_build_object('id', ${sql.ref(`${alias}.id`)}, 'fullName', ${sql.ref(`${alias}.full_name`)}) END`
  // Of a check that is over the event names the one who had it; nobody has it from then on.
  const { rows } = await sql<z.input<typeof ManagerChange>>`
    WITH change AS (
      SELECT 1 AS source, c.id, 'RESPONSIBLE' AS role, c.at, c.actor_id, 'Система' AS otherwise, c.from_id, c.to_id,
        c.workgroup_id, CASE WHEN c.comment LIKE ${ruleNamed} AND NOT ${isAhml} THEN ${rulesSay} ELSE c.comment END AS comment
      FROM case_manager_change c WHERE c.case_id = ${caseId}
      UNION ALL
      SELECT 2, s.id, 'CHECKER', s.at, s.actor_id, 'Распределение',
        CASE s.kind WHEN 'CLOSED' THEN v.employee_id ELSE p.employee_id END,
        CASE s.kind WHEN 'CLOSED' THEN NULL ELSE v.employee_id END, NULL,
        CASE s.kind WHEN 'CLOSED' THEN 'Проверка завершена' ELSE s.comment END
      FROM assignment s LEFT JOIN approver v ON v.id = s.approver_id LEFT JOIN approver p ON p.id = s.previous_approver_id
      WHERE s.application_id = ${caseId} AND (v.id IS NOT NULL OR p.id IS NOT NULL))
    SELECT c.role, c.at, coalesce(a.full_name, c.otherwise) AS actor, ${person('f')} AS "from", ${person('t')} AS "to",
      g.name AS workgroup, c.comment
    FROM change c LEFT JOIN employee a ON a.id = c.actor_id LEFT JOIN employee f ON f.id = c.from_id
    LEFT JOIN employee t ON t.id = c.to_id LEFT JOIN workgroup g ON g.id = c.workgroup_id
    ORDER BY c.at, c.source, c.id LIMIT 1000`.execute(db)
  return rows
}
