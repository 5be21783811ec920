import type { Db } from '#db/database.ts'
import { enqueue } from './enqueue.ts'
import type { JobHandler, Jobs, WorkerOptions } from './jobs.ts'
import type { QueueName } from './queues.ts'

interface JobOptions extends WorkerOptions {
  /** A cron line in the bank's time zone; absent: the jobs are enqueued by what happens. */
  readonly schedule?: string
  /** One turn when an instance starts as well, for what was missed while none ran. */
  readonly atStart?: true
}

/** A queue, who does its jobs and when: as much of an area as the background knows. */
export interface Job {
  readonly queue: QueueName
  readonly schedule: string | null
  /** Begins to take jobs in this instance. */
  start(jobs: Jobs, db: Db): Promise<void>
}

/** What an area does in the background; a handler may be called twice for the same job. */
export const job = <T extends object = object>(
  queue: QueueName,
  handler: JobHandler<T>,
  { schedule, atStart, ...options }: JobOptions = {},
): Job => ({
  queue,
  schedule: schedule ?? null,
  async start(jobs, db) {
    await jobs.registerWorker<T>(queue, handler, options)
    if (schedule !== undefined) await jobs.schedule(queue, schedule)
    if (atStart) await enqueue(db, queue, {})
  },
})

/** A turn of recurring work; what it answers is nobody's business here. */
export const turn =
  (work: () => Promise<unknown>): JobHandler<object> =>
  async () => {
    await work()
  }
