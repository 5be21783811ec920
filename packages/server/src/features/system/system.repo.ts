import type { ProcessRole } from '@ipoteka-office/contract/system/system.ts'
import { CompiledQuery, sql } from 'kysely'
import { redriveJobs } from 'pg-boss/dist/plans.js'
import type { Db } from '#db/database.ts'
import type { ServiceCode } from '#integrations/connected.ts'
import type { LastAnswers } from '#integrations/service-answers.ts'
import { jobSchema } from '#jobs/install.ts'
import { deadLetterQueue } from '#jobs/queues.ts'

export interface ProcessSelf {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly role: ProcessRole
  readonly version: string
  readonly node: string
  readonly startedAt: Date
}

/**
 * One statement: a process whose row another has swept away as silent writes it anew. Answers by how many milliseconds the
 * clock `now` of the process is ahead of the database's (24 days at most); less than nought: behind it.
 */
export async function sayAlive(db: Db, self: ProcessSelf, now: Date): Promise<number> {
  const ahead = sql`extract(epoch FROM ${now}::timestamptz - clock_timestamp()) * 1000`
  const { rows } = await sql<{ offsetMs: number }>`
    WITH swept AS (DELETE FROM system_process WHERE seen_at < now() - interval '1 day' AND id <> ${self.id})
    INSERT INTO system_process (id, host, pid, role, version, node, started_at, seen_at, clock_offset_ms)
    VALUES (${self.id}, ${self.host}, ${self.pid}, ${self.role}, ${self.version}, ${self.node}, ${self.startedAt}, now(),
      greatest(-2147483647, least(2147483647, ${ahead}))::int)
    ON CONFLICT (id) DO UPDATE SET seen_at = now(), clock_offset_ms = excluded.clock_offset_ms
    RETURNING clock_offset_ms AS "offsetMs"`.execute(db)
  return rows[0]?.offsetMs ?? 0
}

export async function forgetProcess(db: Db, id: string): Promise<void> {
  await sql`DELETE FROM system_process WHERE id = ${id}`.execute(db)
}

/** The later of what several processes know of a service stays. */
export async function writeAnswers(db: Db, answers: ReadonlyMap<ServiceCode, LastAnswers>): Promise<void> {
  for (const [service, { succeededAt, failedAt, failure }] of answers)
    await sql`
      INSERT INTO service_answer AS a (service, succeeded_at, failed_at, failure)
      VALUES (${service}, ${succeededAt}, ${failedAt}, ${failure})
      ON CONFLICT (service) DO UPDATE SET
        succeeded_at = greatest(a.succeeded_at, excluded.succeeded_at),
        failed_at = greatest(a.failed_at, excluded.failed_at),
        failure = CASE WHEN a.failed_at IS NULL OR excluded.failed_at > a.failed_at THEN excluded.failure
          ELSE a.failure END`.execute(db)
}

export interface ProcessRow extends Omit<ProcessSelf, 'startedAt'> {
  readonly startedAt: string
  readonly seenAt: string
  readonly clockOffsetMs: number
  readonly silent: boolean
}

export async function findProcesses(db: Db, silentSeconds: number): Promise<ProcessRow[]> {
  const { rows } = await sql<ProcessRow>`
    SELECT id, host, pid, role, version, node, started_at AS "startedAt", seen_at AS "seenAt",
      clock_offset_ms AS "clockOffsetMs",
      seen_at < now() - make_interval(secs => ${silentSeconds}) AS silent
    FROM system_process ORDER BY silent, started_at, id`.execute(db)
  return rows
}

export interface QueueRow {
  readonly queue: string
  readonly waiting: number
  readonly waitsSince: string | null
  readonly later: number
  readonly active: number
}

/** Every queue of ours, what waits longest first. */
export async function countQueues(db: Db): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    SELECT q.name AS queue,
      count(*) FILTER (WHERE j.state < 'active' AND j.start_after <= now())::int AS waiting,
      min(greatest(j.created_on, j.start_after)) FILTER (WHERE j.state < 'active' AND j.start_after <= now()) AS "waitsSince",
      count(*) FILTER (WHERE j.state < 'active' AND j.start_after > now())::int AS later,
      count(*) FILTER (WHERE j.state = 'active')::int AS active
    FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name AND j.state <= 'active'
    WHERE q.name NOT LIKE '\\_\\_pgboss%' AND q.name <> ${deadLetterQueue}
    GROUP BY q.name ORDER BY "waitsSince" NULLS LAST, active DESC, queue`.execute(db)
  return rows
}

export interface DeadRow {
  readonly id: string
  readonly queue: string | null
  readonly failedAt: string
  readonly data: Readonly<Record<string, unknown>> | null
  readonly error: string | null
  readonly total: number
}

const isDead = sql`name = ${deadLetterQueue} AND state NOT IN ('active', 'completed')`

/** Jobs that nobody will try again by themselves, newest first. */
export async function findDeadJobs(db: Db, most: number): Promise<DeadRow[]> {
  const { rows } = await sql<DeadRow>`
    SELECT id, source_name AS queue, created_on AS "failedAt", data,
      coalesce(output, source_output) ->> 'message' AS error, count(*) OVER ()::int AS total
    FROM pgboss.job WHERE ${isDead} ORDER BY created_on DESC, id LIMIT ${most}`.execute(db)
  return rows
}

/** Writes down who has these jobs tried again, and moves them to their queues; answers the queues and how many moved. */
export async function redriveDead(
  db: Db,
  ids: readonly string[],
  actorId: number,
): Promise<{ queues: string[]; moved: number }> {
  // A job that had failed in the dead letters themselves is not taken otherwise.
  await sql`UPDATE pgboss.job SET state = 'created', completed_on = NULL
    WHERE ${isDead} AND state = 'failed' AND id = ANY(${ids}::uuid[])`.execute(db)
  const { rows } = await sql<{ id: string; queue: string }>`
    SELECT id, source_name AS queue FROM pgboss.job
    WHERE ${isDead} AND source_name IS NOT NULL AND id = ANY(${ids}::uuid[]) FOR UPDATE`.execute(db)
  const moved = await db.executeQuery<{ moved: number }>(
    CompiledQuery.raw(redriveJobs(jobSchema, 'job'), [
      deadLetterQueue,
      null,
      null,
      null,
      null,
      ids,
      ids.length,
    ]),
  )
  const { rows: left } = await sql<{ id: string }>`
    SELECT id FROM pgboss.job WHERE ${isDead} AND id = ANY(${ids}::uuid[])`.execute(db)
  const stayed = new Set(left.map(({ id }) => id))
  const gone = rows.filter(({ id }) => !stayed.has(id))
  for (const { id, queue } of gone)
    await sql`INSERT INTO job_retry (job_id, queue, actor_id) VALUES (${id}, ${queue}, ${actorId})`.execute(
      db,
    )
  return { queues: [...new Set(gone.map(({ queue }) => queue))], moved: moved.rows[0]?.moved ?? 0 }
}

export interface RetryRow {
  readonly id: number
  readonly at: string
  readonly queue: string
  readonly by: { readonly id: number; readonly fullName: string }
}

export async function findRetries(db: Db, most: number): Promise<RetryRow[]> {
  const { rows } = await sql<RetryRow>`
    SELECT r.id, r.retried_at AS at, r.queue, json_build_object('id', e.id, 'fullName', e.full_name) AS by
    FROM job_retry r JOIN employee e ON e.id = r.actor_id ORDER BY r.id DESC LIMIT ${most}`.execute(db)
  return rows
}

export interface AnswerRow {
  readonly service: string
  readonly succeededAt: string | null
  readonly failedAt: string | null
  readonly failure: string | null
}

export async function findAnswers(db: Db): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    SELECT service, succeeded_at AS "succeededAt", failed_at AS "failedAt", failure FROM service_answer`.execute(
    db,
  )
  return rows
}
