import type { KindBeside } from '@ipoteka-office/contract/cases/task-kinds.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { audienceOf } from './audience.repo.ts'

/** A task that stands beside the stages, as it begins. */
export interface NewBeside {
  readonly caseId: number
  readonly caseType: CaseType
  readonly partnerId: number
  readonly kind: KindBeside
  readonly title: string
  readonly details: string | null
  readonly operation: string
  /** Null: the system gave it. */
  readonly authorId: number | null
  readonly assigneeId: number | null
  readonly workgroupId: number | null
  readonly dueAt: Date
  readonly holdsMoves: boolean
  /** Whose work it looks at. */
  readonly barredIds: readonly number[]
  readonly at: Date
}

/** Writes the task with the beginning of its history; whoever gave it or is barred, under any account, does not do it. */
export async function insertBeside(db: Db, t: NewBeside): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH task AS (
      INSERT INTO case_task (case_id, case_type, partner_id, kind, title, details, operation, author_id, handed_by,
        assignee_id, workgroup_id, state, created_at, taken_at, due_at, holds_moves, barred_ids)
      VALUES (${t.caseId}, ${t.caseType}, ${t.partnerId}, ${t.kind}, ${t.title}, ${t.details}, ${t.operation},
        ${t.authorId}, ${t.authorId}, ${t.assigneeId}, ${t.workgroupId}, ${t.assigneeId === null ? 'IDLE' : 'RUNNING'},
        ${t.at}, ${t.assigneeId === null ? null : t.at}, ${t.dueAt}, ${t.holdsMoves},
        ARRAY(SELECT DISTINCT s.id FROM unnest(${[...t.barredIds]}::int[] || ${t.authorId}::int) b (id)
          CROSS JOIN LATERAL same_employees(b.id) s (id)))
      RETURNING id),
    told AS (
      INSERT INTO case_task_event (task_id, case_id, at, kind, actor_id, assignee_id, comment)
      SELECT id, ${t.caseId}::int, ${t.at}::timestamptz, 'CREATED', ${t.authorId}::int, ${t.assigneeId}::int,
        ${t.details}::text FROM task)
    SELECT id FROM task`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`No task was written for the case ${t.caseId}`)
  return row.id
}

/** How tasks are closed. */
export interface Closing {
  readonly actorId: number | null
  readonly state: 'COMPLETED' | 'STOPPED' | 'FAILED'
  readonly outcome: string
  readonly comment: string | null
  readonly at: Date
}

/** A task that was closed, with those who wait to hear of it. */
export interface Closed {
  readonly caseId: number
  readonly title: string
  readonly authorId: number | null
  readonly assigneeId: number | null
}

async function close(db: Db, which: ReturnType<typeof sql>, c: Closing): Promise<Closed[]> {
  const { rows } = await sql<Closed>`
    WITH closed AS (
      UPDATE case_task SET state = ${c.state}, completed_at = greatest(created_at, ${c.at}::timestamptz),
        outcome = ${c.outcome}, comment = ${c.comment}, follow_up_at = NULL, version = version + 1
      WHERE ${which} AND open AND stage IS NULL RETURNING id, case_id, title, author_id, assignee_id),
    told AS (
      INSERT INTO case_task_event (task_id, case_id, at, kind, actor_id, assignee_id, comment)
      SELECT id, case_id, ${c.at}::timestamptz, ${c.state}, ${c.actorId}::int, assignee_id, ${c.comment}::text FROM closed)
    SELECT case_id AS "caseId", title, author_id AS "authorId", assignee_id AS "assigneeId" FROM closed ORDER BY id`.execute(
    db,
  )
  return rows
}

/** Closes the named tasks; the caller holds their cases. */
export const closeTasks = (db: Db, ids: readonly number[], closing: Closing): Promise<Closed[]> =>
  close(db, sql`id = ANY(${ids}::int[])`, closing)

/** Closes the open tasks of the kinds; the caller holds the case. */
export const closeKinds = (
  db: Db,
  caseId: number,
  kinds: readonly KindBeside[],
  closing: Closing,
): Promise<Closed[]> => close(db, sql`case_id = ${caseId} AND kind = ANY(${[...kinds]}::text[])`, closing)

/** The oldest task that keeps the case where it is, and whether the person may know of it. */
export async function findHolding(
  db: Db,
  caseId: number,
  actor: Pick<Actor, 'isAhml' | 'partnerId' | 'operations'>,
): Promise<{ title: string; kind: KindBeside; isTold: boolean } | undefined> {
  const { rows } = await sql<{ title: string; kind: KindBeside; isTold: boolean }>`
    SELECT t.title, t.kind, ${audienceOf(actor)} AS "isTold" FROM case_task t
    WHERE t.case_id = ${caseId} AND t.open AND t.holds_moves ORDER BY t.id LIMIT 1`.execute(db)
  return rows[0]
}
