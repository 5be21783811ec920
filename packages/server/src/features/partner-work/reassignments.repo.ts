import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type {
  Reassignment,
  ReassignmentInput,
  ReassignmentItem,
  ReassignmentState,
  TransferKind,
} from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'

type Item = z.output<typeof ReassignmentItem>

/** What a running transfer is, whatever its task met: a task that ended without it says how. */
const effectiveState = sql`CASE
  WHEN r.state = 'RUNNING' AND t.state = 'STOPPED' THEN 'CANCELLED'
  WHEN r.state = 'RUNNING' AND t.state = 'FAILED' THEN 'FAILED'
  WHEN r.state = 'RETURNING' AND t.state IN ('STOPPED', 'FAILED') THEN 'COMPLETED' ELSE r.state END`

/** A reassignment without the counts of its objects. */
export type ReassignmentRow = Omit<Reassignment, 'counts' | 'total' | 'done' | 'failed' | 'returned'>

const columns = sql`r.id, r.partner_id AS "partnerId", r.type_code AS "typeCode", r.region_code AS "regionCode",
  i.name AS "regionName", json_build_object('id', p.id, 'shortName', p.short_name) AS "toPartner",
  CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS employee,
  CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'fullName', s.full_name) END AS "toEmployee",
  r.date_from::text AS "dateFrom", r.date_to::text AS "dateTo", r.comment, ${effectiveState} AS state,
  r.task_id AS "taskId", coalesce(r.error, t.error) AS error, r.created_at AS "createdAt",
  r.started_at AS "startedAt", r.finished_at AS "finishedAt", r.returned_at AS "returnedAt", r.version`
const source = sql`partner_reassignment r JOIN partner p ON p.id = r.to_partner_id
  LEFT JOIN employee e ON e.id = r.employee_id LEFT JOIN employee s ON s.id = r.to_employee_id
  LEFT JOIN background_task t ON t.id = r.task_id
  LEFT JOIN reference_item i ON i.dictionary = 'region' AND i.code = r.region_code`

export async function findReassignments(
  db: Db,
  partnerId: number,
  query: PageQuery,
): Promise<Page<ReassignmentRow>> {
  return readPage(query, {
    rows: async () => {
      const { rows } = await sql<ReassignmentRow>`
        SELECT ${columns} FROM ${source} WHERE r.partner_id = ${partnerId}
        ORDER BY r.id DESC LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      return rows
    },
    count: () => countOf(db, sql`FROM partner_reassignment r WHERE r.partner_id = ${partnerId}`),
  })
}

export async function findReassignment(
  db: Db,
  partnerId: number,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ReassignmentRow | null> {
  const { rows } = await sql<ReassignmentRow>`
    SELECT ${columns} FROM ${source} WHERE r.id = ${id} AND r.partner_id = ${partnerId}
    ${lock ? sql`FOR UPDATE OF r` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** Of a transfer: how many objects of each kind, moved, refused and returned. */
export interface ItemCount {
  readonly reassignmentId: number
  readonly kind: TransferKind
  readonly count: number
  readonly done: number
  readonly failed: number
  readonly returned: number
}

export async function countItems(db: Db, ids: readonly number[]): Promise<ItemCount[]> {
  const { rows } = await sql<ItemCount>`
    SELECT reassignment_id AS "reassignmentId", object_type AS kind, count(*)::int AS count,
      count(*) FILTER (WHERE done)::int AS done, count(*) FILTER (WHERE NOT done)::int AS failed,
      count(*) FILTER (WHERE returned)::int AS returned
    FROM partner_reassignment_item WHERE reassignment_id = ANY(${ids}::int[])
    GROUP BY 1, 2 ORDER BY 1, min(id)`.execute(db)
  return rows
}

export async function findItems(
  db: Db,
  reassignmentId: number,
  query: PageQuery & { kind?: TransferKind | undefined; done?: boolean | undefined },
): Promise<Page<Item>> {
  const where = sql`reassignment_id = ${reassignmentId}
    ${query.kind === undefined ? sql`` : sql`AND object_type = ${query.kind}`}
    ${query.done === undefined ? sql`` : sql`AND done = ${query.done}`}`
  const items = sql`FROM partner_reassignment_item WHERE ${where}`
  return readPage(query, {
    rows: async () => {
      const { rows } = await sql<Item>`
        SELECT id, object_type AS kind, object_id AS "objectId", title, done, reason, returned,
          return_reason AS "returnReason"
        ${items} ORDER BY id LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      return rows
    },
    count: () => countOf(db, items),
  })
}

const values = (input: ReassignmentInput) => ({
  to_partner_id: input.toPartnerId,
  type_code: input.typeCode,
  region_code: input.regionCode,
  employee_id: input.employeeId,
  to_employee_id: input.toEmployeeId,
  date_from: input.dateFrom,
  date_to: input.dateTo,
  comment: input.comment,
})

export async function insertReassignment(
  db: Db,
  partnerId: number,
  input: ReassignmentInput,
): Promise<number> {
  const { id } = await db
    .insertInto('partner_reassignment')
    .values({ partner_id: partnerId, ...values(input) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateReassignment(db: Db, id: number, input: ReassignmentInput): Promise<void> {
  await db
    .updateTable('partner_reassignment')
    .set((eb) => ({ ...values(input), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteReassignment(db: Db, id: number): Promise<void> {
  await db.deleteFrom('partner_reassignment_item').where('reassignment_id', '=', id).execute()
  await db.deleteFrom('partner_reassignment').where('id', '=', id).execute()
}

/** Changes the state; a start and a return name their task. */
export async function writeState(
  db: Db,
  id: number,
  change: { state: ReassignmentState; taskId?: number },
): Promise<void> {
  const { state, taskId } = change
  await sql`
    UPDATE partner_reassignment SET state = ${state}, version = version + 1, error = NULL,
      task_id = coalesce(${taskId ?? null}::int, task_id),
      started_at = CASE ${state}::text WHEN 'RUNNING' THEN coalesce(started_at, now()) ELSE started_at END,
      finished_at = CASE WHEN ${state}::text IN ('COMPLETED', 'CANCELLED') THEN coalesce(finished_at, now())
        WHEN ${state}::text = 'RUNNING' THEN NULL ELSE finished_at END,
      returned_at = CASE ${state}::text WHEN 'RETURNED' THEN now() ELSE returned_at END
    WHERE id = ${id}`.execute(db)
}

/** An employee whom the caller may see, with whether they work and for whom. */
export async function findEmployee(db: Db, actor: Actor, id: number) {
  const { rows } = await sql<{ notActive: boolean; partnerIds: number[] }>`
    SELECT e.not_active AS "notActive", p.ancestor_ids AS "partnerIds" FROM employee e
    JOIN partner p ON p.id = e.partner_id WHERE e.id = ${id} AND ${visibleTo(actor, 'e.partner_id')}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** A transfer as its work sees it. */
export interface RunningTransfer {
  readonly id: number
  readonly partnerId: number
  readonly toPartnerId: number
  readonly typeCode: Reassignment['typeCode']
  readonly regionCode: string | null
  readonly employeeId: number | null
  readonly toEmployeeId: number | null
  readonly state: ReassignmentState
  readonly collected: boolean
  readonly taskId: number | null
}

const running = sql`id, partner_id AS "partnerId", to_partner_id AS "toPartnerId", type_code AS "typeCode",
  region_code AS "regionCode", employee_id AS "employeeId", to_employee_id AS "toEmployeeId", state,
  collected_at IS NOT NULL AS collected, task_id AS "taskId"`

/** The transfer, for one worker at a time until the transaction ends. */
export async function lockTransfer(db: Db, id: number): Promise<RunningTransfer | null> {
  const { rows } = await sql<RunningTransfer>`
    SELECT ${running} FROM partner_reassignment WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

export async function markCollected(db: Db, id: number): Promise<void> {
  await sql`UPDATE partner_reassignment SET collected_at = now() WHERE id = ${id}`.execute(db)
}

export interface WaitingItem {
  readonly id: number
  readonly kind: TransferKind
  readonly objectId: number
}

const waiting = sql`id, object_type AS kind, object_id AS "objectId"`

/** The next objects without an answer. */
export async function takeItems(db: Db, reassignmentId: number, limit: number): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    SELECT ${waiting} FROM partner_reassignment_item WHERE reassignment_id = ${reassignmentId} AND done IS NULL
    ORDER BY id LIMIT ${limit} FOR UPDATE`.execute(db)
  return rows
}

/** The next cases that moved and have not gone back. */
export async function takeAway(db: Db, reassignmentId: number, limit: number): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    SELECT ${waiting} FROM partner_reassignment_item
    WHERE reassignment_id = ${reassignmentId} AND done AND returned IS NULL
    ORDER BY id LIMIT ${limit} FOR UPDATE`.execute(db)
  return rows
}

/** What became of one object. */
export interface ItemAnswer {
  readonly id: number
  readonly done: boolean
  readonly reason: string | null
}

async function write(
  db: Db,
  answers: readonly ItemAnswer[],
  set: (done: RawBuilder<unknown>, reason: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  await sql`
    UPDATE partner_reassignment_item i SET ${set(sql`d.done`, sql`d.reason`)}
    FROM unnest(${answers.map((a) => a.id)}::int[], ${answers.map((a) => a.done)}::boolean[],
      ${answers.map((a) => a.reason)}::text[]) AS d(id, done, reason) WHERE i.id = d.id`.execute(db)
}

export const answerItems = (db: Db, answers: readonly ItemAnswer[]) =>
  write(db, answers, (done, reason) => sql`done = ${done}, reason = ${reason}`)

export const answerReturns = (db: Db, answers: readonly ItemAnswer[]) =>
  write(db, answers, (done, reason) => sql`returned = ${done}, return_reason = ${reason}`)

/** Temporary transfers whose time is over. */
export async function findDueReturns(db: Db, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM partner_reassignment WHERE type_code = 'TEMPORARY' AND returned_at IS NULL
      AND state IN ('COMPLETED', 'RETURNING') AND date_to < ${today}::date ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What was refused is tried again by the next start. */
export async function reopenRefused(db: Db, id: number): Promise<void> {
  await sql`UPDATE partner_reassignment_item SET done = NULL, reason = NULL
    WHERE reassignment_id = ${id} AND NOT done`.execute(db)
}
