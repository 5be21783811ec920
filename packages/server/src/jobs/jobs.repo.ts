import { sql } from 'kysely'
import { insertJobs, notifyChannelSql } from 'pg-boss/dist/plans.js'
import type { Db } from '#db/database.ts'
import { jobSchema } from './install.ts'
import { deadLetterQueue } from './queues.ts'

/** How a job is put in; the rest comes from its queue. */
export interface JobRow {
  readonly data: object
  readonly startAfter?: string
  readonly priority?: number
  readonly retryLimit?: number
  readonly expireInSeconds?: number
}

/** Puts jobs in with pg-boss's own statement, in the caller's transaction; answers their ids. */
export async function insertJobRows(db: Db, queue: string, rows: readonly JobRow[]): Promise<string[]> {
  const [before = '', after = ''] = insertJobs(jobSchema, {
    table: 'job',
    name: queue,
    returnId: true,
  }).split('$1')
  const result = await sql<{
    id: string
  }>`${sql.raw(before)}${JSON.stringify(rows)}${sql.raw(after)}`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Wakes the workers of the queues on all instances when the transaction commits. */
export async function wakeWorkers(db: Db, names: readonly string[]): Promise<void> {
  const channel = sql.raw(notifyChannelSql(jobSchema))
  await sql`SELECT pg_notify(${channel}, q) FROM unnest(${names}::text[]) q`.execute(db)
}

/** Jobs by queue and state, without those that are done. */
export async function countJobs(db: Db): Promise<{ queue: string; state: string; count: number }[]> {
  const { rows } = await sql<{ queue: string; state: string; count: number }>`
    SELECT name AS queue, state::text AS state, count(*)::int AS count FROM pgboss.job
    WHERE state IN ('created', 'retry', 'active', 'failed') AND name NOT LIKE '\\_\\_pgboss%'
    GROUP BY name, state ORDER BY name, state`.execute(db)
  return rows
}

/** How long the job waits that could have been begun first, by queue; queues that wait for nobody are left out. */
export async function findOldestJobs(db: Db): Promise<{ queue: string; seconds: number }[]> {
  const { rows } = await sql<{ queue: string; seconds: number }>`
    SELECT name AS queue, extract(epoch FROM now() - min(greatest(created_on, start_after)))::float AS seconds
    FROM pgboss.job WHERE state < 'active' AND start_after <= now() AND name NOT LIKE '\\_\\_pgboss%'
      AND name <> ${deadLetterQueue}
    GROUP BY name`.execute(db)
  return rows
}
