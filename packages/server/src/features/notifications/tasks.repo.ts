import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

type TaskState = BackgroundTask['state']

/** What a task is to do: the name of its work and the work's own input. */
export interface TaskPayload {
  readonly work: string
  readonly input: unknown
}

/** Where the result lies and what it is for the person. */
export interface StoredResult {
  readonly key: string
  readonly name: string
  readonly contentType: string
}

/** A task as it is kept. */
export interface TaskRow {
  readonly id: number
  readonly employeeId: number
  readonly kind: BackgroundTask['kind']
  readonly title: string
  readonly state: TaskState
  readonly done: number
  readonly total: number
  readonly payload: TaskPayload
  readonly result: StoredResult | null
  readonly error: string | null
  readonly createdAt: string
  readonly finishedAt: string | null
}

const columns =
  sql.raw(`id, employee_id AS "employeeId", kind, title, state, done, total, payload, result, error,
  created_at AS "createdAt", finished_at AS "finishedAt"`)

export async function insertTask(
  db: Db,
  task: { employeeId: number; kind: string; title: string; total: number; payload: TaskPayload },
): Promise<TaskRow> {
  const { rows } = await sql<TaskRow>`
    INSERT INTO background_task (employee_id, kind, title, total, payload)
    VALUES (${task.employeeId}, ${task.kind}, ${task.title}, ${task.total}, ${JSON.stringify(task.payload)}::text::jsonb)
    RETURNING ${columns}`.execute(db)
  return rows[0] as TaskRow
}

/** The person's tasks of the last days, newest first. */
export async function findTasks(db: Db, employeeId: number): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    SELECT ${columns} FROM background_task WHERE employee_id = ${employeeId} ORDER BY id DESC LIMIT 100`.execute(
    db,
  )
  return rows
}

/** Only the person's own. */
export async function findTask(db: Db, employeeId: number, id: number): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`
    SELECT ${columns} FROM background_task WHERE id = ${id} AND employee_id = ${employeeId}`.execute(db)
  return rows[0] ?? null
}

/** Whose task it is. */
export async function findOwner(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ employeeId: number }>`
    SELECT employee_id AS "employeeId" FROM background_task WHERE id = ${id}`.execute(db)
  return rows[0]?.employeeId ?? null
}

export async function countUnfinished(db: Db, employeeId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM background_task
    WHERE employee_id = ${employeeId} AND state IN ('IDLE', 'RUNNING', 'STOPPING')`.execute(db)
  return rows[0]?.count ?? 0
}

/** A worker takes the task; a running one is taken over from a worker that died. Null: nothing is left to do. */
export async function claimTask(db: Db, id: number): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`
    UPDATE background_task SET state = CASE state WHEN 'STOPPING' THEN 'STOPPING' ELSE 'RUNNING' END, done = 0
    WHERE id = ${id} AND state IN ('IDLE', 'RUNNING', 'STOPPING') RETURNING ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Writes how far the work is; answers the state, null when the task is no longer in work. */
export async function saveProgress(
  db: Db,
  id: number,
  done: number | null,
  total: number | null,
): Promise<TaskState | null> {
  const { rows } = await sql<{ state: TaskState }>`
    UPDATE background_task SET done = coalesce(${done}::int, done), 
      total = greatest(coalesce(${total}::int, total), coalesce(${done}::int, 0))
    WHERE id = ${id} AND state IN ('RUNNING', 'STOPPING') RETURNING state`.execute(db)
  return rows[0]?.state ?? null
}

/** The person asks to stop: a waiting task stops at once, a running one as soon as its worker sees it. */
export async function requestStop(db: Db, employeeId: number, id: number): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`
    UPDATE background_task SET
      state = CASE state WHEN 'IDLE' THEN 'STOPPED' ELSE 'STOPPING' END,
      finished_at = CASE state WHEN 'IDLE' THEN now() END
    WHERE id = ${id} AND employee_id = ${employeeId} AND state IN ('IDLE', 'RUNNING', 'STOPPING')
    RETURNING ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Ends a task that is in work; null when somebody else has ended it. */
export async function finishTask(
  db: Db,
  id: number,
  end: { state: 'STOPPED' | 'COMPLETED' | 'FAILED'; result?: StoredResult; error?: string },
): Promise<TaskRow | null> {
  const result = end.result === undefined ? null : JSON.stringify(end.result)
  const { rows } = await sql<TaskRow>`
    UPDATE background_task SET state = ${end.state}, finished_at = now(), error = ${end.error ?? null},
      result = ${result}::text::jsonb, total = CASE ${end.state}::text WHEN 'COMPLETED' THEN done ELSE total END
    WHERE id = ${id} AND state IN ('RUNNING', 'STOPPING') RETURNING ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Tasks in work that no waiting or running job stands behind: their worker died on the last attempt. */
export async function findAbandoned(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT t.id FROM background_task t
    WHERE t.state IN ('IDLE', 'RUNNING', 'STOPPING') AND t.created_at < now() - interval '1 minute'
      AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = 'task' AND j.state IN ('created', 'retry', 'active')
        AND (j.data ->> 'taskId')::int = t.id)`.execute(db)
  return rows.map((row) => row.id)
}
