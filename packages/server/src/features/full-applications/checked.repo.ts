import { type CheckedApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { queuedType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { stageFor, stageNameFor } from '#lib/shown-stages.ts'

type Row = Omit<CheckedApplication, 'stageName'>

/** Open applications in the queue with the person, the most urgent first. */
export async function findChecked(
  db: Db,
  actor: Actor,
  search: string,
  query: PageQuery,
): Promise<Page<CheckedApplication>> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, 10)
  const where = sql.join(
    [
      sql`v.employee_id = ${actor.employeeId}`,
      sql`a.closed_at IS NULL AND a.type <> 'uw'`,
      ...words.map((w) => sql`a.search_text LIKE '%' || search_form(${w.replace(/[\\%_]/g, '\\$&')}) || '%'`),
    ],
    sql` AND `,
  )
  const from = sql`application a JOIN approver v ON v.id = a.approver_id JOIN case_file f ON f.id = a.id
    JOIN partner p ON p.id = f.partner_id`
  const remarks = (state: string) =>
    sql`(SELECT count(*)::int FROM case_remark k WHERE k.case_id = f.id AND k.state = ${sql.lit(state)})`
  const read = sql<Row>`
    SELECT f.id, f.number, f.client_name AS "clientName", f.programme, f.amount, f.stage,
      (SELECT count(*)::int FROM case_participant c WHERE c.case_id = f.id AND c.removed_at IS NULL
        AND c.role IN ('CO_BORROWER', 'SPOUSE')) AS "coBorrowers",
      CASE WHEN r.code IS NOT NULL THEN json_build_object('code', r.code, 'name', r.name) END AS region,
      json_build_object('id', p.id, 'shortName', p.short_name) AS partner,
      CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS responsible,
      f.stage_since AS "stageSince", a.due_at AS "dueAt", a.due_at < now() AS overdue, f.created_at AS "createdAt",
      a.type AS department, a.assigned_at AS "assignedAt",
      (SELECT count(*)::int FROM full_application_sending s WHERE s.case_id = f.id) AS sendings,
      json_build_object('open', ${remarks('OPEN')}, 'answered', ${remarks('ANSWERED')},
        'closed', ${remarks('CLOSED')}) AS remarks
    FROM ${from} LEFT JOIN reference_item r ON r.dictionary = 'region' AND r.code = a.region_code
    LEFT JOIN employee e ON e.id = f.responsible_id
    WHERE ${where} ORDER BY a.due_at, a.id LIMIT ${query.size} OFFSET ${query.page * query.size}`
  return readPage(query, {
    rows: async () =>
      (await read.execute(db)).rows.map((row) => ({
        ...row,
        stage: stageFor(actor, queuedType, row.stage),
        stageName: stageNameFor(actor, queuedType, row.stage),
      })),
    count: () => countOf(db, sql`FROM ${from} WHERE ${where}`),
  })
}

/** How the person stands as an approver: the departments' waiting applications, and what keeps them from getting any. */
export interface ApproverState {
  readonly workStatus: 'ACTIVE' | 'PAUSE' | 'INACTIVE'
  readonly limit: number
  readonly open: number
  readonly waiting: number
}
export async function findApproverStates(db: Db, employeeId: number): Promise<ApproverState[]> {
  const { rows } = await sql<ApproverState>`
    SELECT v.work_status AS "workStatus", coalesce(v.max_open, 0) AS limit, w.open_count AS open,
      (SELECT count(*)::int FROM application a WHERE a.type = v.type AND a.closed_at IS NULL AND a.approver_id IS NULL) AS waiting
    FROM approver v JOIN approver_workload w ON w.approver_id = v.id WHERE v.employee_id = ${employeeId} AND v.type <> 'uw'`.execute(
    db,
  )
  return rows
}

/** The number of a case that has just been given. */
export async function findNumber(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`SELECT number FROM case_file WHERE id = ${id}`.execute(db)
  return rows[0]?.number ?? null
}
