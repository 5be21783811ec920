import type { OwnerTab } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { TaskKind } from '@ipoteka-office/contract/cases/task-kinds.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { countByValues, queryByValues } from '#db/large-totals.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'
import { audienceOf } from './audience.repo.ts'
import type { TaskReader, TaskRow } from './tasks.rules.ts'

/** What narrows a list of tasks. */
export interface TaskFilter {
  readonly caseType?: CaseType | undefined
  readonly kind?: TaskKind | undefined
  readonly stages: readonly string[]
  readonly search: string
  readonly open: boolean
  readonly postponed: boolean
  readonly dueInHours?: number | undefined
  /** Who has the task; empty: anybody. */
  readonly assigneeIds?: readonly number[]
  readonly unassigned?: boolean
}

const myGroups = ({
  employeeId,
}: Pick<Actor, 'employeeId'>) => sql`(SELECT m.workgroup_id FROM workgroup_worker m
  JOIN workgroup own ON own.id = m.workgroup_id AND NOT own.not_active WHERE m.employee_id = ${employeeId})`

const shape = ({ actor, now }: TaskReader) => sql`
  t.id, t.case_id AS "caseId", t.case_type AS "caseType", f.number AS "caseNumber", f.client_name AS "clientName",
  json_build_object('id', p.id, 'shortName', p.short_name) AS partner, t.kind, t.stage, t.title, t.details,
  t.operation, t.holds_moves AS "holdsMoves",
  CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'fullName', a.full_name) END AS author,
  coalesce(${visibleTo(actor, 'a.partner_id')} AND a.id IS NOT NULL, false) AS "byOwnPeople",
  CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS assignee,
  CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'name', g.name) END AS workgroup,
  t.state, t.priority, t.created_at AS "createdAt", t.taken_at AS "takenAt", t.due_at AS "dueAt",
  t.follow_up_at AS "followUpAt", t.completed_at AS "completedAt", t.open AND coalesce(t.due_at < ${now}, false) AS overdue,
  EXISTS (SELECT FROM case_task_watcher w WHERE w.employee_id = ${actor.employeeId} AND w.task_id = t.id) AS watched,
  ${actor.employeeId} = ANY(t.barred_ids) AS barred, t.barred_ids AS "barredIds",
  coalesce(t.workgroup_id IN ${myGroups(actor)}, false) AS "inGroup", t.outcome, t.comment, t.version`
const joined = sql`case_task t JOIN case_file f ON f.id = t.case_id JOIN partner p ON p.id = t.partner_id
  LEFT JOIN employee e ON e.id = t.assignee_id LEFT JOIN workgroup g ON g.id = t.workgroup_id
  LEFT JOIN employee a ON a.id = t.author_id`

/** The queue of approvers does not give it out. */
const notQueued = ({ queued }: TaskReader) =>
  sql`(t.stage IS NULL OR t.case_type || ' ' || t.stage <> ALL(${queued}::text[]))`

/** Tasks that nobody has and that the person may take. */
const takeable = (
  reader: TaskReader,
) => sql`(t.assignee_id IS NULL AND ${reader.actor.employeeId} <> ALL(t.barred_ids)
  AND (t.case_type, t.operation) IN (SELECT * FROM unnest(${reader.held.map((h) => h.type)}::text[],
    ${reader.held.map((h) => h.operation)}::text[]))
  AND ${notQueued(reader)}
  AND (t.workgroup_id IS NULL OR t.workgroup_id IN ${myGroups(reader.actor)}))`

const favourite = ({ actor: { employeeId } }: TaskReader) => sql`t.id IN (
  SELECT x.id FROM case_favourite v JOIN case_task x ON x.case_id = v.case_id WHERE v.employee_id = ${employeeId}
  UNION SELECT w.task_id FROM case_task_watcher w WHERE w.employee_id = ${employeeId})`

const mine = ({ actor: { employeeId } }: TaskReader) => sql`t.assignee_id = ${employeeId}`
const handed = ({ actor: { employeeId } }: TaskReader) =>
  sql`(t.handed_by = ${employeeId} AND t.assignee_id IS DISTINCT FROM ${employeeId})`

/** Without the right to see the tasks of others: one's own, handed over, watched, and those free to take. */
const within = (reader: TaskReader) =>
  reader.readsAll
    ? sql`true`
    : sql`(${mine(reader)} OR ${handed(reader)} OR ${favourite(reader)} OR ${takeable(reader)})`

const ofTab: Record<OwnerTab, (reader: TaskReader) => RawBuilder<unknown>> = {
  MY: mine,
  GROUPS: takeable,
  FAVORITES: favourite,
  PARTNERS: (reader) => sql`t.partner_id <> ${reader.actor.partnerId} AND ${within(reader)}`,
  OVERDUE: (reader) => sql`t.due_at < ${reader.now} AND ${within(reader)}`,
  TRANSFERRED: handed,
  ALL: within,
}

/** Kinds beside the stages are few: they are found by an index of their own, which the absent stage names. */
function ofKind(kind: TaskKind | undefined): RawBuilder<unknown>[] {
  if (kind === undefined) return []
  return kind === 'STAGE' ? [sql`t.stage IS NOT NULL`] : [sql`t.stage IS NULL`, sql`t.kind = ${kind}`]
}

/** The one condition of a tab under filters: lists and counts ask the same. */
function conditionOf(reader: TaskReader, tab: OwnerTab, filter: TaskFilter): RawBuilder<unknown> {
  const words = filter.search.split(/\s+/).filter(Boolean).slice(0, 10)
  const hidesPostponed = filter.open && !filter.postponed && (tab === 'MY' || tab === 'GROUPS')
  const { caseType, kind, dueInHours, stages, assigneeIds = [] } = filter
  const conditions = [
    filter.open ? sql`t.open` : sql`NOT t.open`,
    sql`t.case_type = ANY(${reader.types.filter((type) => caseType === undefined || type === caseType)}::text[])`,
    visibleTo(reader.actor, 't.partner_id'),
    audienceOf(reader.actor),
    ofTab[tab](reader),
    ...(stages.length > 1
      ? [sql`t.stage = ANY(${stages}::text[])`]
      : stages.map((one) => sql`t.stage = ${one}`)),
    ...ofKind(kind),
    ...(filter.unassigned === true ? [sql`t.assignee_id IS NULL`] : []),
    ...(assigneeIds.length > 0 ? [sql`t.assignee_id = ANY(${assigneeIds}::int[])`] : []),
    ...(hidesPostponed ? [sql`(t.follow_up_at IS NULL OR t.follow_up_at <= ${reader.now})`] : []),
    ...(dueInHours === undefined
      ? []
      : [sql`t.due_at <= ${new Date(reader.now.getTime() + dueInHours * 3_600_000)}`]),
    ...words.map((w) => sql`f.search_text LIKE '%' || search_form(${w.replace(/[\\%_]/g, '\\$&')}) || '%'`),
  ]
  return sql.join(conditions, sql` AND `)
}

const orders = {
  dueAt: sql`t.due_at`,
  createdAt: sql`t.created_at`,
  priority: sql`array_position(ARRAY['HIGH', 'NORMAL', 'LOW'], t.priority)`,
  caseNumber: sql`f.number`,
} as const

/** How a list of tasks is put in order. */
export type TaskSort = { readonly field: keyof typeof orders; readonly direction: 'asc' | 'desc' } | undefined

/** The tasks, with their cases where words or the order ask for them. */
const tasksOf = ({ search }: TaskFilter, byCase = false) =>
  search.trim() === '' && !byCase ? sql`case_task t` : sql`case_task t JOIN case_file f ON f.id = t.case_id`

/** Rows of a page of a tab. */
export function findTasks(
  db: Db,
  reader: TaskReader,
  { tab, sort, page, size, ...filter }: TaskFilter & PageQuery & { tab: OwnerTab; sort?: TaskSort },
): Promise<TaskRow[]> {
  const direction = sort?.direction === 'desc' ? sql`DESC NULLS LAST` : sql`ASC NULLS LAST`
  const usual = filter.open ? sql`t.due_at` : sql`t.completed_at DESC`
  const order = sort === undefined ? usual : sql`${orders[sort.field]} ${direction}`
  // What a row shows is looked up for the page alone, not for all that the filters leave.
  const chosen = sql`SELECT t.id FROM ${tasksOf(filter, sort?.field === 'caseNumber')}
    WHERE ${conditionOf(reader, tab, filter)} ORDER BY ${order}, t.id LIMIT ${size} OFFSET ${page * size}`
  return queryByValues<TaskRow>(
    db,
    sql<TaskRow>`SELECT ${shape(reader)} FROM ${joined}
      WHERE t.id IN (${chosen}) ORDER BY ${order}, t.id`,
  )
}

/** Within a minute large totals are remembered as the same. */
const withoutSeconds = (reader: TaskReader): TaskReader => ({
  ...reader,
  now: new Date(Math.floor(reader.now.getTime() / 60_000) * 60_000),
})

/** How many rows a tab has in all. */
export async function countTab(
  db: Db,
  reader: TaskReader,
  tab: OwnerTab,
  filter: TaskFilter,
): Promise<number> {
  const counted = (of: TaskReader) => sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${tasksOf(filter)} WHERE ${conditionOf(of, tab, filter)}`
  return (await countByValues(db, counted(reader), counted(withoutSeconds(reader)))).count
}

interface WideCounts {
  readonly count: number
  readonly PARTNERS: number
  readonly OVERDUE: number
}

/** The same of the tabs that hold most of the tasks, by one pass. */
export async function countWideTabs(
  db: Db,
  reader: TaskReader,
  filter: TaskFilter,
): Promise<Partial<Record<OwnerTab, number>>> {
  const counted = (of: TaskReader) => sql<WideCounts>`
    SELECT count(*)::int AS count, count(*) FILTER (WHERE t.partner_id <> ${of.actor.partnerId})::int AS "PARTNERS",
      count(*) FILTER (WHERE t.due_at < ${of.now})::int AS "OVERDUE"
    FROM ${tasksOf(filter)} WHERE ${conditionOf(of, 'ALL', filter)}`
  const { count, ...others } = await countByValues(db, counted(reader), counted(withoutSeconds(reader)))
  return { ALL: count, ...others }
}

/** How many rows of the tab «Все» each of the people has under the filter; one who has none is absent. */
export async function countByAssignee(
  db: Db,
  reader: TaskReader,
  filter: TaskFilter & { readonly assigneeIds: readonly number[] },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT t.assignee_id AS id, count(*)::int AS count FROM case_task t JOIN case_file f ON f.id = t.case_id
    WHERE ${conditionOf(reader, 'ALL', filter)} GROUP BY t.assignee_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Tasks of one case, the open ones first. */
export async function findTasksOf(db: Db, reader: TaskReader, caseId: number): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    SELECT ${shape(reader)} FROM ${joined}
    WHERE t.case_id = ${caseId} AND ${audienceOf(reader.actor)} ORDER BY t.open DESC, t.id DESC LIMIT 200`.execute(
    db,
  )
  return rows
}

/** The open tasks of the stages of these cases, as far as the person sees them. */
export async function findStageTasks(
  db: Db,
  reader: TaskReader,
  caseIds: readonly number[],
): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    SELECT ${shape(reader)} FROM ${joined}
    WHERE t.case_id = ANY(${caseIds}::int[]) AND t.open AND t.stage IS NOT NULL AND ${visibleTo(reader.actor, 't.partner_id')}
      AND ${audienceOf(reader.actor)} ORDER BY t.id`.execute(db)
  return rows
}

/** One task of a case that the person sees. */
export async function findTask(db: Db, reader: TaskReader, id: number): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    SELECT ${shape(reader)} FROM ${joined}
    WHERE t.id = ${id} AND t.case_type = ANY(${reader.types}::text[])
      AND ${visibleTo(reader.actor, 't.partner_id')} AND ${audienceOf(reader.actor)}`.execute(db)
  return rows[0]
}

/** Case of a task, whoever asks. */
export async function findCaseOfTask(db: Db, taskId: number): Promise<number | undefined> {
  const { rows } = await sql<{ caseId: number }>`
    SELECT case_id AS "caseId" FROM case_task WHERE id = ${taskId}`.execute(db)
  return rows[0]?.caseId
}

/** Types of cases and stages of which a task is looked for; absent: any. */
export interface TasksAmong {
  readonly caseTypes?: readonly CaseType[] | undefined
  readonly stages?: readonly string[] | undefined
}

/**
 * The most urgent task that the person may take, locked with its case; tasks that somebody is taking at this moment are
 * passed over.
 */
export async function lockNextTask(
  db: Db,
  reader: TaskReader,
  { caseTypes, stages }: TasksAmong,
): Promise<{ id: number; caseId: number } | undefined> {
  const held = reader.held.filter(({ type }) => caseTypes === undefined || caseTypes.includes(type))
  const free = sql`t.open AND t.assignee_id IS NULL AND ${reader.actor.employeeId} <> ALL(t.barred_ids) AND (t.follow_up_at IS NULL OR t.follow_up_at <= ${reader.now})
    AND ${notQueued(reader)}
    AND (t.workgroup_id IS NULL OR t.workgroup_id IN ${myGroups(reader.actor)}) AND ${visibleTo(reader.actor, 't.partner_id')}
    AND ${audienceOf(reader.actor)} ${stages === undefined ? sql`` : sql`AND t.stage = ANY(${stages}::text[])`}`
  for (const few of [20, 2_000]) {
    const { rows } = await sql<{ id: number; caseId: number }>`
      WITH urgent AS MATERIALIZED (
        SELECT top.id FROM unnest(${held.map((h) => h.type)}::text[], ${held.map((h) => h.operation)}::text[])
          AS own (type, operation), unnest(ARRAY['HIGH', 'NORMAL', 'LOW']) AS level (priority),
          LATERAL (SELECT t.id FROM case_task t WHERE t.case_type = own.type AND t.operation = own.operation
            AND t.priority = level.priority AND ${free} ORDER BY t.due_at, t.id LIMIT ${few}) top)
      SELECT t.id, t.case_id AS "caseId" FROM case_task t JOIN case_file f ON f.id = t.case_id
      WHERE t.id IN (SELECT id FROM urgent) AND t.open AND t.assignee_id IS NULL
      ORDER BY array_position(ARRAY['HIGH', 'NORMAL', 'LOW'], t.priority), t.due_at, t.id LIMIT 1
      FOR NO KEY UPDATE OF t, f SKIP LOCKED`.execute(db)
    if (rows[0] !== undefined) return rows[0]
  }
  return undefined
}

/** What happens to a task, in one row of its history. */
export interface TaskChange {
  readonly id: number
  readonly kind: 'TAKEN' | 'RETURNED' | 'TRANSFERRED' | 'POSTPONED' | 'PRIORITY'
  readonly actorId: number
  readonly comment: string | null
  readonly at: Date
  readonly assigneeId?: number | null
  readonly workgroupId?: number | null
  readonly handedBy?: number
  readonly followUpAt?: Date | null
  readonly priority?: string
}

/**
 * Makes the distribution among underwriters wait until the transaction ends: a task of theirs carries its place in their queue
 * along, and the distribution takes the two in the other order.
 */
export async function lockPlaces(db: Db): Promise<void> {
  await sql`SELECT lock_underwriters()`.execute(db)
}

/** Writes a change of an open task; the caller holds its case. */
export async function changeTask(db: Db, c: TaskChange): Promise<void> {
  const { assigneeId } = c
  const sets = [
    sql`version = version + 1`,
    sql`comment = coalesce(${c.comment}::text, comment)`,
    ...(assigneeId === undefined
      ? []
      : [
          sql`assignee_id = ${assigneeId}::int, state = ${assigneeId === null ? 'IDLE' : 'RUNNING'},
            taken_at = ${assigneeId === null ? null : c.at}::timestamptz`,
        ]),
    ...(c.workgroupId === undefined ? [] : [sql`workgroup_id = ${c.workgroupId}::int`]),
    ...(c.handedBy === undefined ? [] : [sql`handed_by = ${c.handedBy}`]),
    ...(c.followUpAt === undefined ? [] : [sql`follow_up_at = ${c.followUpAt}::timestamptz`]),
    ...(c.priority === undefined ? [] : [sql`priority = ${c.priority}`]),
  ]
  await sql`
    WITH changed AS (UPDATE case_task SET ${sql.join(sets)} WHERE id = ${c.id} AND open RETURNING case_id, assignee_id)
    INSERT INTO case_task_event (task_id, case_id, at, kind, actor_id, assignee_id, comment)
    SELECT ${c.id}::int, case_id, ${c.at}::timestamptz, ${c.kind}, ${c.actorId}::int, assignee_id, ${c.comment}::text
    FROM changed`.execute(db)
}

/** Tasks whose time to come back has come, the earliest first. */
export async function findDueFollowUps(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM case_task WHERE open AND follow_up_at <= ${now} ORDER BY follow_up_at, id LIMIT ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** A task that has come back, with whoever waits for it: who has it, or who put it off. */
export interface BackTask {
  readonly caseId: number
  readonly caseType: CaseType
  readonly partnerId: number
  readonly number: string
  readonly clientName: string
  readonly title: string
  readonly waitingId: number | null
}

/** Brings a task back if it is still put off until then; undefined: somebody else has, or it was put off again. */
export async function bringBack(db: Db, id: number, now: Date): Promise<BackTask | undefined> {
  const { rows } = await sql<BackTask>`
    WITH back AS (
      UPDATE case_task SET follow_up_at = NULL, version = version + 1
      WHERE id = ${id} AND open AND follow_up_at <= ${now} RETURNING *),
    told AS (
      INSERT INTO case_task_event (task_id, case_id, at, kind, assignee_id)
      SELECT id, case_id, ${now}, 'CAME_BACK', assignee_id FROM back)
    SELECT b.case_id AS "caseId", b.case_type AS "caseType", b.partner_id AS "partnerId", f.number,
      f.client_name AS "clientName", b.title, coalesce(b.assignee_id, (SELECT v.actor_id FROM case_task_event v
        WHERE v.task_id = b.id AND v.kind = 'POSTPONED' ORDER BY v.id DESC LIMIT 1)) AS "waitingId"
    FROM back b JOIN case_file f ON f.id = b.case_id`.execute(db)
  return rows[0]
}

export async function writeWatch(db: Db, taskId: number, employeeId: number, watch: boolean): Promise<void> {
  if (watch)
    await sql`INSERT INTO case_task_watcher (task_id, employee_id) VALUES (${taskId}, ${employeeId})
      ON CONFLICT DO NOTHING`.execute(db)
  else
    await sql`DELETE FROM case_task_watcher WHERE task_id = ${taskId} AND employee_id = ${employeeId}`.execute(
      db,
    )
}
