import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type {
  GroupMember,
  GroupQueue,
  GroupSort,
  UnderwritingGroup,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import { readPage } from '#lib/paging.ts'
import { heldCases, type Moment } from './underwriters.repo.ts'
import { helpsNow } from './group-help.repo.ts'

/** Groups of the bank itself; those switched off are not told of. */
const ofBank = sql`workgroup g JOIN partner p ON p.id = g.partner_id AND 'Ahml' = ANY(p.roles) AND NOT g.not_active`

/** Active people of groups, and who helps them now, with their work: `people p` has a row for each of each group. */
const people = ({ day, timeZone, minute }: Moment) => sql`members AS (
    SELECT m.workgroup_id, e.id, e.full_name, e.job_title, m.help_id, m.until, EXISTS (SELECT FROM approver v WHERE v.employee_id = e.id
      AND v.work_status = 'ACTIVE' AND v.shift @> ${minute}::int) AS on_shift
    FROM (SELECT workgroup_id, employee_id, NULL::int AS help_id, NULL::timestamptz AS until FROM workgroup_employee
      UNION ALL SELECT workgroup_id, employee_id, id, until FROM workgroup_help h WHERE until > now() AND NOT EXISTS (
        SELECT FROM workgroup_employee o WHERE o.workgroup_id = h.workgroup_id AND o.employee_id = h.employee_id)) m
    JOIN employee e ON e.id = m.employee_id AND NOT e.not_active
    WHERE m.workgroup_id IN (SELECT id FROM groups)),
  held AS (SELECT c.employee_id AS id, count(DISTINCT c.id)::int AS open,
      count(DISTINCT c.id) FILTER (WHERE c.due_at < now())::int AS overdue
    FROM ${heldCases} c WHERE c.employee_id IN (SELECT id FROM members) GROUP BY 1),
  decided AS (SELECT author_id AS id, count(*)::int AS today FROM case_decision
    WHERE author_id IN (SELECT id FROM members) AND at >= ${day}::date::timestamp AT TIME ZONE ${timeZone} GROUP BY 1),
  people AS (SELECT m.*, coalesce(h.open, 0) AS open, coalesce(h.overdue, 0) AS overdue, coalesce(d.today, 0) AS today
    FROM members m LEFT JOIN held h USING (id) LEFT JOIN decided d USING (id))`

/** Applications of a group that nobody has: `case_task q`. */
const queueOf = (groupId: RawBuilder<unknown>) =>
  sql`case_task q WHERE q.open AND q.workgroup_id = ${groupId} AND q.assignee_id IS NULL AND q.stage IS NOT NULL`

const groupsWhere = (where: RawBuilder<unknown>) =>
  sql`groups AS (SELECT g.id, g.partner_id, g.name, g.head_id, g.daily_plan, g.version FROM ${ofBank} WHERE ${where})`

const rowsOf = (moment: Moment, where: RawBuilder<unknown>) => sql`
  WITH ${groupsWhere(where)}, ${people(moment)}
  SELECT g.id, g.partner_id AS "partnerId", g.name, g.daily_plan AS "dailyPlan", g.version,
    CASE WHEN h.id IS NOT NULL THEN json_build_object('id', h.id, 'fullName', h.full_name) END AS head,
    n.members, n."onShift", n.open, n.overdue, n.waiting, n."decidedToday"
  FROM groups g LEFT JOIN employee h ON h.id = g.head_id CROSS JOIN LATERAL (
    SELECT count(*)::int AS members, count(*) FILTER (WHERE m.on_shift)::int AS "onShift", coalesce(sum(m.open), 0)::int AS open,
      coalesce(sum(m.overdue), 0)::int AS overdue, coalesce(sum(m.today), 0)::int AS "decidedToday",
      (SELECT count(*)::int FROM ${queueOf(sql`g.id`)}) AS waiting
    FROM people m WHERE m.workgroup_id = g.id AND m.help_id IS NULL) n`

const sortKeys: Record<GroupSort['field'], RawBuilder<unknown>> = {
  name: sql`g.name`,
  members: sql`n.members`,
  onShift: sql`n."onShift"`,
  open: sql`n.open`,
  overdue: sql`n.overdue`,
  waiting: sql`n.waiting`,
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

/** Its people, the head first and then who helps it. */
export async function findGroupPeople(db: Db, moment: Moment, id: number): Promise<GroupMember[]> {
  const { rows } = await sql<GroupMember>`
    WITH ${groupsWhere(sql`g.id = ${id}`)}, ${people(moment)}
    SELECT m.id, m.full_name AS "fullName", m.job_title AS "jobTitle", m.id IS NOT DISTINCT FROM g.head_id AS head,
      m.on_shift AS "onShift", m.open, m.overdue, m.today AS "decidedToday",
      CASE WHEN m.help_id IS NOT NULL THEN json_build_object('id', m.help_id, 'until', m.until) END AS helps,
      ${helpsNow(sql`m.id`, sql`g.id`)} AS "helpsElsewhere"
    FROM people m JOIN groups g ON g.id = m.workgroup_id
    ORDER BY head DESC, m.help_id IS NULL, m.on_shift DESC, m.full_name, m.id LIMIT 500`.execute(db)
  return rows
}

/** What of each stage waits at a group, the most urgent stage first. */
export async function findQueue(db: Db, id: number): Promise<Omit<GroupQueue, 'typeName' | 'stageName'>[]> {
  const { rows } = await sql<Omit<GroupQueue, 'typeName' | 'stageName'>>`
    SELECT q.case_type AS "caseType", q.stage, count(*)::int AS waiting,
      count(*) FILTER (WHERE q.due_at < now())::int AS overdue, min(q.due_at) AS "dueAt"
    FROM ${queueOf(sql`${id}::int`)} GROUP BY q.case_type, q.stage
    ORDER BY min(q.due_at), q.case_type, q.stage`.execute(db)
  return rows
}

/** Cases that wait at a group, the most urgent first. */
export async function findWaitingCases(
  db: Db,
  id: number,
  { of, count }: { readonly of: Pick<GroupQueue, 'caseType' | 'stage'> | null; readonly count: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT q.case_id AS id FROM ${queueOf(sql`${id}::int`)}
    ${of === null ? sql`` : sql`AND q.case_type = ${of.caseType} AND q.stage = ${of.stage}`}
    ORDER BY q.due_at, q.id LIMIT ${count}`.execute(db)
  return rows.map((row) => row.id)
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
