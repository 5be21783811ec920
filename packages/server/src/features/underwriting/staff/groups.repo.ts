import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type {
  GroupMember,
  GroupSort,
  UnderwritingGroup,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import { readPage } from '#lib/paging.ts'
import { heldCases, type Moment } from './underwriters.repo.ts'

/** Groups of the bank itself; those switched off are not told of. */
const ofBank = sql`workgroup g JOIN partner p ON p.id = g.partner_id AND 'Ahml' = ANY(p.roles) AND NOT g.not_active`

/** Active people of groups with their work now: `people p` has a row for each of each group. */
const people = ({ day, timeZone, minute }: Moment) => sql`members AS (
    SELECT m.workgroup_id, e.id, e.full_name, e.job_title, EXISTS (SELECT FROM approver v WHERE v.employee_id = e.id
      AND v.work_status = 'ACTIVE' AND v.shift @> ${minute}::int) AS on_shift
    FROM workgroup_employee m JOIN employee e ON e.id = m.employee_id AND NOT e.not_active
    WHERE m.workgroup_id IN (SELECT id FROM groups)),
  held AS (SELECT c.employee_id AS id, count(DISTINCT c.id)::int AS open,
      count(DISTINCT c.id) FILTER (WHERE c.due_at < now())::int AS overdue
    FROM ${heldCases} c WHERE c.employee_id IN (SELECT id FROM members) GROUP BY 1),
  decided AS (SELECT author_id AS id, count(*)::int AS today FROM case_decision
    WHERE author_id IN (SELECT id FROM members) AND at >= ${day}::date::timestamp AT TIME ZONE ${timeZone} GROUP BY 1),
  people AS (SELECT m.*, coalesce(h.open, 0) AS open, coalesce(h.overdue, 0) AS overdue, coalesce(d.today, 0) AS today
    FROM members m LEFT JOIN held h USING (id) LEFT JOIN decided d USING (id))`

const groupsWhere = (where: RawBuilder<unknown>) =>
  sql`groups AS (SELECT g.id, g.partner_id, g.name, g.head_id, g.daily_plan, g.version FROM ${ofBank} WHERE ${where})`

const rowsOf = (moment: Moment, where: RawBuilder<unknown>) => sql`
  WITH ${groupsWhere(where)}, ${people(moment)}
  SELECT g.id, g.partner_id AS "partnerId", g.name, g.daily_plan AS "dailyPlan", g.version,
    CASE WHEN h.id IS NOT NULL THEN json_build_object('id', h.id, 'fullName', h.full_name) END AS head,
    n.members, n."onShift", n.open, n.overdue, n."decidedToday"
  FROM groups g LEFT JOIN employee h ON h.id = g.head_id CROSS JOIN LATERAL (
    SELECT count(*)::int AS members, count(*) FILTER (WHERE m.on_shift)::int AS "onShift", coalesce(sum(m.open), 0)::int AS open,
      coalesce(sum(m.overdue), 0)::int AS overdue, coalesce(sum(m.today), 0)::int AS "decidedToday"
    FROM people m WHERE m.workgroup_id = g.id) n`

const sortKeys: Record<GroupSort['field'], RawBuilder<unknown>> = {
  name: sql`g.name`,
  members: sql`n.members`,
  onShift: sql`n."onShift"`,
  open: sql`n.open`,
  overdue: sql`n.overdue`,
  decidedToday: sql`n."decidedToday"`,
}

/** A page of the groups of the bank. */
export async function findGroups(
  db: Db,
  moment: Moment,
  text: string,
  query: PageQuery & { readonly sort: GroupSort },
): Promise<Page<UnderwritingGroup>> {
  const where = text === '' ? sql`true` : sql`search_form(g.name) LIKE search_form(${anywhere(text)})`
  const { field, direction } = query.sort
  const read = sql<UnderwritingGroup>`${rowsOf(moment, where)}
    ORDER BY ${sortKeys[field]} ${direction === 'asc' ? sql`ASC` : sql`DESC`}, g.name, g.id
    LIMIT ${query.size} OFFSET ${query.page * query.size}`
  return readPage(query, {
    rows: async () => (await read.execute(db)).rows,
    count: () => countOf(db, sql`FROM ${ofBank} WHERE ${where}`),
  })
}

/** A group of the bank; undefined for others. */
export async function findGroup(db: Db, moment: Moment, id: number): Promise<UnderwritingGroup | undefined> {
  const { rows } = await sql<UnderwritingGroup>`${rowsOf(moment, sql`g.id = ${id}`)}`.execute(db)
  return rows[0]
}

/** Its people, the head first. */
export async function findGroupPeople(db: Db, moment: Moment, id: number): Promise<GroupMember[]> {
  const { rows } = await sql<GroupMember>`
    WITH ${groupsWhere(sql`g.id = ${id}`)}, ${people(moment)}
    SELECT m.id, m.full_name AS "fullName", m.job_title AS "jobTitle", m.id IS NOT DISTINCT FROM g.head_id AS head,
      m.on_shift AS "onShift", m.open, m.overdue, m.today AS "decidedToday"
    FROM people m JOIN groups g ON g.id = m.workgroup_id ORDER BY head DESC, m.on_shift DESC, m.full_name, m.id LIMIT 500`.execute(
    db,
  )
  return rows
}

/** Sets the plan where the version is still that one; false where it is not. */
export async function writePlan(
  db: Db,
  { id, version, dailyPlan }: { id: number; version: number; dailyPlan: number | null },
): Promise<boolean> {
  const { rows } = await sql`UPDATE workgroup SET daily_plan = ${dailyPlan}, version = version + 1
    WHERE id = ${id} AND version = ${version} RETURNING id`.execute(db)
  return rows.length > 0
}
