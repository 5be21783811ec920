import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import type { Reader } from '#lib/shown-stages.ts'
import { isOpenTo } from '#lib/visibility.ts'
import type { StoredClock, StoredSegment } from './clock.rules.ts'
import { audienceOf } from './tasks/audience.repo.ts'

/** Begins the first stage of a case. */
export async function openStage(db: Db, caseId: number, stage: string, at: Date): Promise<void> {
  await sql`INSERT INTO case_stage (case_id, stage, entered_at) VALUES (${caseId}, ${stage}, ${at})`.execute(
    db,
  )
}

/** How a stage was left, and for which one. */
export interface StageChange {
  readonly caseId: number
  readonly to: string
  readonly action: string
  readonly actorId: number | null
  readonly requestId: string | null
  readonly reason: string | null
  readonly comment: string | null
  readonly closed: boolean
  readonly archived: boolean
  readonly at: Date
}

/** Ends the present stage, begins the next one and writes it on the case: the only statement that changes a stage. */
export async function changeStage(db: Db, c: StageChange): Promise<void> {
  await sql`
    UPDATE case_stage SET left_at = greatest(entered_at, ${c.at}::timestamptz), action = ${c.action},
      actor_id = ${c.actorId}, reason = ${c.reason}, comment = ${c.comment}, request_id = ${c.requestId}
    WHERE case_id = ${c.caseId} AND left_at IS NULL`.execute(db)
  await openStage(db, c.caseId, c.to, c.at)
  await sql`
    UPDATE case_file SET stage = ${c.to}, stage_since = ${c.at}, closed = ${c.closed},
      archived_at = CASE WHEN ${c.archived} THEN ${c.at}::timestamptz END, version = version + 1
    WHERE id = ${c.caseId}`.execute(db)
}

type ClockRow = Omit<StoredClock, 'runningSince' | 'dueAt'> & {
  runningSince: string | null
  dueAt: string | null
}
const clockColumns = sql`c.stage, c.target_minutes AS "targetMinutes", c.spent_minutes AS "spentMinutes",
  c.running_since AS "runningSince", c.due_at AS "dueAt", c.segments`
const date = (text: string | null) => (text === null ? null : new Date(text))
const toClock = ({ stage, targetMinutes, spentMinutes, segments, ...row }: ClockRow): StoredClock => ({
  stage,
  targetMinutes,
  spentMinutes,
  segments,
  runningSince: date(row.runningSince),
  dueAt: date(row.dueAt),
})

export async function findClock(db: Db, caseId: number): Promise<StoredClock | null> {
  const { rows } = await sql<ClockRow>`
    SELECT ${clockColumns} FROM case_clock c WHERE c.case_id = ${caseId}`.execute(db)
  return rows[0] ? toClock(rows[0]) : null
}

/** Writes the clock and the deadline that lists show. */
export async function writeClock(db: Db, caseId: number, clock: StoredClock | null): Promise<void> {
  await sql`UPDATE case_file SET due_at = ${clock?.dueAt ?? null} WHERE id = ${caseId}`.execute(db)
  if (clock === null) {
    await sql`DELETE FROM case_clock WHERE case_id = ${caseId}`.execute(db)
    return
  }
  const segments = JSON.stringify(clock.segments satisfies readonly StoredSegment[])
  await sql`
    INSERT INTO case_clock (case_id, stage, target_minutes, spent_minutes, running_since, due_at, segments)
    VALUES (${caseId}, ${clock.stage}, ${clock.targetMinutes}, ${clock.spentMinutes}, ${clock.runningSince},
      ${clock.dueAt}, ${segments}::text::jsonb)
    ON CONFLICT (case_id) DO UPDATE SET stage = excluded.stage, target_minutes = excluded.target_minutes,
      spent_minutes = excluded.spent_minutes, running_since = excluded.running_since, due_at = excluded.due_at,
      segments = excluded.segments`.execute(db)
}

/** Moves the deadline of a case whose clock runs, and that of its open tasks; answers whether anything moved. */
export async function writeDeadline(
  db: Db,
  d: { caseId: number; dueAt: Date; actorId: number | null; comment: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    WITH clock AS (
      UPDATE case_clock SET due_at = ${d.dueAt} WHERE case_id = ${d.caseId} AND running_since IS NOT NULL
        AND due_at IS DISTINCT FROM ${d.dueAt}::timestamptz RETURNING case_id),
    head AS (UPDATE case_file f SET due_at = ${d.dueAt} FROM clock WHERE f.id = clock.case_id RETURNING f.id),
    moved AS (
      UPDATE case_task t SET due_at = ${d.dueAt}, version = t.version + 1 FROM head
      WHERE t.case_id = head.id AND t.open AND t.stage IS NOT NULL RETURNING t.id, t.case_id, t.assignee_id),
    told AS (
      INSERT INTO case_task_event (task_id, case_id, at, kind, actor_id, assignee_id, comment)
      SELECT id, case_id, ${d.at}::timestamptz, 'POSTPONED', ${d.actorId}::int, assignee_id, ${d.comment}::text FROM moved)
    SELECT FROM head`.execute(db)
  return rows.length > 0
}

/** When the case was last in the stage, from its entry on. */
export async function findLastEntry(db: Db, caseId: number, stage: string): Promise<Date | null> {
  const { rows } = await sql<{ at: string }>`
    SELECT entered_at AS at FROM case_stage WHERE case_id = ${caseId} AND stage = ${stage}
    ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0] ? new Date(rows[0].at) : null
}

/** Replaces what is to happen to the case by itself. */
export async function writeTimers(
  db: Db,
  caseId: number,
  timers: readonly { action: string; at: Date }[],
): Promise<void> {
  await sql`DELETE FROM case_timer WHERE case_id = ${caseId}`.execute(db)
  for (const { action, at } of timers) await putTimer(db, caseId, action, at)
}

/** Adds one thing that happens by itself, or puts it off. */
export async function putTimer(db: Db, caseId: number, action: string, at: Date): Promise<void> {
  await sql`
    INSERT INTO case_timer (case_id, action, fire_at) VALUES (${caseId}, ${action}, ${at})
    ON CONFLICT (case_id, action) DO UPDATE SET fire_at = excluded.fire_at`.execute(db)
}

export async function findTimers(db: Db, caseId: number): Promise<{ action: string; at: string }[]> {
  const { rows } = await sql<{ action: string; at: string }>`
    SELECT action, fire_at AS at FROM case_timer WHERE case_id = ${caseId} ORDER BY fire_at, action`.execute(
    db,
  )
  return rows
}

/** Cases with something due, the longest due first. */
export async function findDueTimers(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ caseId: number; action: string }[]> {
  const { rows } = await sql<{ caseId: number; action: string }>`
    SELECT case_id AS "caseId", action FROM case_timer WHERE fire_at <= ${now} ORDER BY fire_at, case_id
    LIMIT ${limit}`.execute(db)
  return rows
}

/** Puts off a timer whose move was refused. */
export async function putOffTimer(db: Db, caseId: number, action: string, at: Date): Promise<void> {
  await sql`UPDATE case_timer SET fire_at = ${at} WHERE case_id = ${caseId} AND action = ${action}`.execute(
    db,
  )
}

/** The open task of a stage, as the move writes it. */
export interface NewTask {
  readonly caseId: number
  readonly caseType: CaseType
  readonly partnerId: number
  readonly stage: string
  readonly title: string
  readonly operation: string
  readonly assigneeId: number | null
  readonly workgroupId: number | null
  /** Whom the task is not for: it controls their own work. */
  readonly barredIds: readonly number[]
  readonly dueAt: Date | null
  readonly at: Date
}

export async function insertTask(db: Db, t: NewTask, actorId: number | null): Promise<void> {
  await sql`
    WITH task AS (
      INSERT INTO case_task (case_id, case_type, partner_id, stage, title, operation, assignee_id, workgroup_id, state,
        created_at, taken_at, due_at, barred_ids)
      VALUES (${t.caseId}, ${t.caseType}, ${t.partnerId}, ${t.stage}, ${t.title}, ${t.operation}, ${t.assigneeId},
        ${t.workgroupId}, ${t.assigneeId === null ? 'IDLE' : 'RUNNING'}, ${t.at},
        ${t.assigneeId === null ? null : t.at}, ${t.dueAt}, ${[...t.barredIds]}::int[]) RETURNING id)
    INSERT INTO case_task_event (task_id, case_id, at, kind, actor_id, assignee_id)
    SELECT id, ${t.caseId}::int, ${t.at}::timestamptz, 'CREATED', ${actorId}::int, ${t.assigneeId}::int FROM task`.execute(
    db,
  )
}

/** Ends the open task of a case's stage: done by the person who moved it, or called off by the system. */
export async function endStageTask(
  db: Db,
  end: {
    caseId: number
    actorId: number | null
    state: 'COMPLETED' | 'STOPPED' | 'FAILED'
    outcome: string
    comment: string | null
    at: Date
  },
): Promise<void> {
  await sql`
    WITH ended AS (
      UPDATE case_task SET state = ${end.state}, completed_at = greatest(created_at, ${end.at}::timestamptz),
        assignee_id = coalesce(assignee_id, ${end.actorId}::int), outcome = ${end.outcome}, comment = ${end.comment},
        version = version + 1
      WHERE case_id = ${end.caseId} AND open AND stage IS NOT NULL RETURNING id, assignee_id)
    INSERT INTO case_task_event (task_id, case_id, at, kind, actor_id, assignee_id, comment)
    SELECT id, ${end.caseId}::int, ${end.at}::timestamptz, ${end.state}, ${end.actorId}::int, assignee_id, ${end.comment}::text
    FROM ended`.execute(db)
}

/** Who did this stage's task of the case last and may do it again. */
export async function findFormerAssignee(
  db: Db,
  caseId: number,
  stage: string,
  { barredIds, ofBank }: { readonly barredIds: readonly number[]; readonly ofBank: boolean },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT e.id FROM case_task t JOIN employee e ON e.id = t.assignee_id AND NOT e.not_active
    JOIN partner p ON p.id = e.partner_id AND NOT p.not_active
    WHERE t.case_id = ${caseId} AND t.stage = ${stage} AND t.state = 'COMPLETED'
      AND e.id <> ALL(${[...barredIds]}::int[]) AND (${!ofBank} OR 'Ahml' = ANY(p.roles))
      AND NOT EXISTS (SELECT FROM employee_absence a WHERE a.employee_id = e.id AND a.cancelled_at IS NULL
        AND a.started_at IS NOT NULL AND a.ended_at IS NULL)
    ORDER BY t.id DESC LIMIT 1`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Who prepared each case: opened it, ever wrote in its questionnaire (whoever wrote over it since), or led it out of one of
 * the states by hand.
 */
export async function findPreparers(
  db: Db,
  caseIds: readonly number[],
  states: readonly string[],
  /** Moves by which those who check take a case back to themselves: they prepare nothing. */
  takenBackBy: readonly string[] = [],
): Promise<{ id: number; people: number[] }[]> {
  const ids = sql`ANY(${[...caseIds]}::int[])`
  const { rows } = await sql<{ id: number; people: number[] }>`
    SELECT id, array_agg(person) AS people FROM (
      SELECT id, created_by AS person FROM case_file WHERE id = ${ids} AND created_by IS NOT NULL
      UNION SELECT case_id, saved_by FROM case_section WHERE case_id = ${ids} AND saved_by IS NOT NULL
      UNION SELECT s.case_id, h.actor_id FROM case_section s JOIN change_history h ON h.object_type = 'caseSection'
        AND h.object_id = s.id WHERE s.case_id = ${ids} AND h.actor_id IS NOT NULL
          -- The terms that a decision writes into the questionnaire are the decider's work, not the preparer's.
          AND NOT EXISTS (SELECT FROM case_decision d WHERE d.case_id = s.case_id AND d.outcome = 'APPROVE'
            AND d.author_id = h.actor_id AND d.request_id = h.request_id)
      UNION SELECT case_id, actor_id FROM case_stage WHERE case_id = ${ids} AND actor_id IS NOT NULL
        AND stage = ANY(${[...states]}::text[]) AND action <> ALL(${[...takenBackBy]}::text[])) prepared
    GROUP BY id`.execute(db)
  return rows
}

/** Employees who are themselves people of the case, under any of their names that the bank knows. */
export async function findEmployeesAmong(db: Db, caseId: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM employees_among(${caseId}) e (id) ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Who moved the case last, and when: the `by` of a 409; of what is kept from the reader nobody is named. */
export async function findLastMove(
  db: Db,
  reader: Reader,
  { id }: { readonly id: number },
): Promise<{ descriptor: string; at: string } | undefined> {
  const { rows } = await sql<{ descriptor: string; at: string; told: boolean }>`
    SELECT coalesce(e.full_name, 'Система') AS descriptor, s.left_at AS at, ${isOpenTo(reader, 's.stage')} AS told
    FROM case_stage s LEFT JOIN employee e ON e.id = s.actor_id
    WHERE s.case_id = ${id} AND s.left_at IS NOT NULL ORDER BY s.id DESC LIMIT 1`.execute(db)
  const [row] = rows
  return row?.told === true ? { descriptor: row.descriptor, at: row.at } : undefined
}

/** What happened to the tasks of a case, the latest first. */
export async function findTaskEvents(db: Db, actor: Actor, caseId: number) {
  const { rows } = await sql<{
    id: number
    at: string
    taskId: number
    title: string
    kind:
      | 'CREATED'
      | 'TAKEN'
      | 'RETURNED'
      | 'TRANSFERRED'
      | 'POSTPONED'
      | 'PRIORITY'
      | 'COMPLETED'
      | 'STOPPED'
      | 'FAILED'
    actor: string
    assignee: { id: number; fullName: string } | null
    comment: string | null
  }>`
    SELECT v.id::int AS id, v.at, v.task_id AS "taskId", t.title, v.kind, coalesce(a.full_name, 'Система') AS actor,
      CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS assignee, v.comment
    FROM case_task_event v JOIN case_task t ON t.id = v.task_id LEFT JOIN employee a ON a.id = v.actor_id
    LEFT JOIN employee e ON e.id = v.assignee_id
    WHERE v.case_id = ${caseId} AND ${audienceOf(actor)} ORDER BY v.id DESC LIMIT 500`.execute(db)
  return rows
}
