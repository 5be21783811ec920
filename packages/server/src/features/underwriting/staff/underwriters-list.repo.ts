import { toRework } from '@ipoteka-office/contract/cases/machines/review-moves.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { NamedRef } from '@ipoteka-office/contract/common/refs.ts'
import {
  countedDays,
  type UnderwriterFilter,
  type UnderwriterRow,
  type UnderwriterSort,
} from '@ipoteka-office/contract/underwriting/underwriters-list.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import { readPage } from '#lib/paging.ts'
import { decidingRights, decidingStages } from './deciding-rights.ts'
import { heldCases, type Moment } from './underwriters.repo.ts'
import { helpsNow } from './group-help.repo.ts'

/** Which of those who decide, and when. */
export interface StaffScope {
  readonly filter: UnderwriterFilter
  readonly moment: Moment
}

const rightKeys = decidingRights.map(({ object, operation }) => `${object} ${operation}`)

/** Whoever of the bank may decide by their roles, or was ever given an authority. */
export const decides = sql`e.id IN (
  SELECT h.employee_id FROM user_role_operation o JOIN user_role r ON r.id = o.user_role_id AND NOT r.is_disabled
    JOIN role_holder h ON h.user_role_id = r.id WHERE o.object_type || ' ' || o.operation = ANY(${rightKeys}::text[])
  UNION SELECT employee_id FROM decision_authority)`

const inForce = (
  day: string,
) => sql`a.employee_id = e.id AND a.withdrawn_at IS NULL AND a.valid_from <= ${day}::date
  AND (a.valid_to IS NULL OR a.valid_to >= ${day}::date)`
const onShift = (minute: number) => sql`EXISTS (SELECT FROM approver v WHERE v.employee_id = e.id
  AND v.work_status = 'ACTIVE' AND v.shift @> ${minute}::int)`

function conditions({ filter: { tab, text, groupIds, product }, moment: { day, minute } }: StaffScope) {
  const held = sql`SELECT FROM decision_authority a WHERE ${inForce(day)}
    ${product === undefined ? sql`` : sql`AND a.product = ${product}`}`
  const ofTab: Record<UnderwriterFilter['tab'], RawBuilder<unknown>> = {
    all: sql`NOT e.not_active`,
    onShift: sql`NOT e.not_active AND ${onShift(minute)}`,
    none: sql`NOT e.not_active AND NOT EXISTS (${held})`,
    boundless: sql`NOT e.not_active AND EXISTS (${held} AND a.max_exposure IS NULL)`,
    off: sql`e.not_active`,
  }
  return sql.join(
    [
      sql`'Ahml' = ANY(p.roles)`,
      decides,
      ofTab[tab],
      ...(text === '' ? [] : [sql`e.search_text LIKE search_form(${anywhere(text)})`]),
      ...(groupIds.length === 0
        ? []
        : [
            sql`EXISTS (SELECT FROM workgroup_worker m WHERE m.employee_id = e.id AND m.workgroup_id = ANY(${groupIds}::int[]))`,
          ]),
      ...(product === undefined || tab === 'none' ? [] : [sql`EXISTS (${held})`]),
    ],
    sql` AND `,
  )
}

const source = (scope: StaffScope) =>
  sql`FROM employee e JOIN partner p ON p.id = e.partner_id WHERE ${conditions(scope)}`

/** What was decided and sent back in the days that are counted, by person: read once for all of them. */
const work = ({ day, timeZone }: Moment) => {
  const since = sql`(${day}::date - ${countedDays - 1}::int)::timestamp AT TIME ZONE ${timeZone}`
  return sql`decided AS (
    SELECT d.author_id AS id, count(*)::int AS decided,
      count(*) FILTER (WHERE d.at >= ${day}::date::timestamp AT TIME ZONE ${timeZone})::int AS today,
      count(*) FILTER (WHERE d.outcome = 'APPROVE')::int AS approved,
      count(*) FILTER (WHERE d.outcome IN ('APPROVE', 'REJECT'))::int AS ended,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM d.at - s.entered_at)) / 60)::int AS median
    FROM case_decision d CROSS JOIN LATERAL (SELECT entered_at FROM case_stage WHERE case_id = d.case_id AND stage = d.stage
      AND entered_at <= d.at ORDER BY id DESC LIMIT 1) s
    WHERE d.author_id IN (SELECT id FROM staff) AND d.at >= ${since} GROUP BY 1),
  returned AS (
    SELECT actor_id AS id, count(*)::int AS returned FROM case_stage
    WHERE left_at >= ${since} AND action = ${toRework.action} AND stage = ANY(${[...decidingStages]}::text[]) GROUP BY 1),
  held AS (SELECT c.employee_id AS id, count(DISTINCT c.id)::int AS open FROM ${heldCases} c
    WHERE c.employee_id IN (SELECT id FROM staff) GROUP BY 1)`
}

/** The widest bound of a product: the sum for the order of the list, nothing bounding being the most. */
const widest = (
  day: string,
  product: string,
) => sql`(SELECT max(coalesce(a.max_exposure, 'Infinity'::numeric))
  FROM decision_authority a WHERE ${inForce(day)} AND a.product = ${product})`

const sortKeys: Record<UnderwriterSort['field'], RawBuilder<unknown>> = {
  fullName: sql`x."fullName"`,
  login: sql`x.login`,
  mortgage: sql`x.mortgage`,
  loan: sql`x.loan`,
  open: sql`x.open`,
  decidedToday: sql`x."decidedToday"`,
  decided: sql`x.decided`,
  medianMinutes: sql`x."medianMinutes"`,
  approvalShare: sql`x."approvalShare"`,
  returnShare: sql`x."returnShare"`,
}

/** The rows of the scope in their order; `rest` limits them. */
async function findRows(
  db: Db,
  scope: StaffScope,
  { field, direction }: UnderwriterSort,
  rest: RawBuilder<unknown> = sql``,
): Promise<UnderwriterRow[]> {
  const { day, minute } = scope.moment
  const { rows } = await sql<UnderwriterRow>`
    WITH staff AS (SELECT e.* ${source(scope)}), ${work(scope.moment)}
    SELECT * FROM (
      SELECT e.id, e.full_name AS "fullName", e.login, e.job_title AS "jobTitle", e.not_active AS "notActive",
        coalesce((SELECT json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY g.name) FROM workgroup_employee m
          JOIN workgroup g ON g.id = m.workgroup_id AND NOT g.not_active WHERE m.employee_id = e.id), '[]') AS groups,
        ${helpsNow(sql`e.id`)} AS helps,
        coalesce((SELECT json_agg(json_build_object('product', b.product, 'maxExposure', b.bound::text) ORDER BY b.product DESC)
          FROM (SELECT a.product, nullif(max(coalesce(a.max_exposure, 'Infinity'::numeric)), 'Infinity') AS bound
            FROM decision_authority a WHERE ${inForce(day)} GROUP BY 1) b), '[]') AS authorities,
        ${widest(day, 'MORTGAGE')} AS mortgage, ${widest(day, 'CASH_LOAN')} AS loan, ${onShift(minute)} AS "onShift",
        coalesce(h.open, 0) AS open, coalesce(d.today, 0) AS "decidedToday", coalesce(d.decided, 0) AS decided,
        d.median AS "medianMinutes", round(100.0 * d.approved / nullif(d.ended, 0))::int AS "approvalShare",
        round(100.0 * coalesce(r.returned, 0) / nullif(coalesce(r.returned, 0) + coalesce(d.decided, 0), 0))::int AS "returnShare"
      FROM staff e LEFT JOIN decided d USING (id) LEFT JOIN returned r USING (id) LEFT JOIN held h USING (id)) x
    ORDER BY ${sortKeys[field]} ${direction === 'asc' ? sql`ASC` : sql`DESC`} NULLS LAST, x."fullName", x.id ${rest}`.execute(
    db,
  )
  return rows
}

export const countUnderwriters = (db: Db, scope: StaffScope): Promise<number> => countOf(db, source(scope))

export const findUnderwriters = (
  db: Db,
  scope: StaffScope,
  query: PageQuery & { readonly sort: UnderwriterSort },
): Promise<Page<UnderwriterRow>> =>
  readPage(query, {
    rows: () => findRows(db, scope, query.sort, sql`LIMIT ${query.size} OFFSET ${query.page * query.size}`),
    count: () => countUnderwriters(db, scope),
  })

/** All of the scope: the bank has hundreds of them at most. */
export const findAllUnderwriters = (
  db: Db,
  scope: StaffScope,
  sort: UnderwriterSort,
): Promise<UnderwriterRow[]> => findRows(db, scope, sort)

/** Groups of the bank in which anybody decides. */
export async function findStaffGroups(db: Db): Promise<NamedRef[]> {
  const { rows } = await sql<NamedRef>`
    SELECT g.id, g.name FROM workgroup g JOIN partner p ON p.id = g.partner_id AND 'Ahml' = ANY(p.roles)
    WHERE NOT g.not_active AND EXISTS (SELECT FROM workgroup_employee m JOIN employee e ON e.id = m.employee_id
      WHERE m.workgroup_id = g.id AND ${decides})
    ORDER BY g.name, g.id`.execute(db)
  return rows
}
