import { isDeepStrictEqual } from 'node:util'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Db } from '#db/database.ts'
import { jobSchema } from './install.ts'
import { measureQueues, timedJob } from './job-metrics.ts'
import { tracedJob, untraced } from './traced-job.ts'
import { countJobs, wakeWorkers } from './jobs.repo.ts'
import { deadLetterQueue, type QueueName, queues } from './queues.ts'

/** What a handler knows of the attempt it makes. */
export interface JobContext {
  readonly id: string
  /** From 1. */
  readonly attempt: number
  /** A failure now is final: the job goes to the dead letters. */
  readonly isLastAttempt: boolean
  /** Aborted when the server stops or the job's time is over. */
  readonly signal: AbortSignal
}

/** Does one job; throwing tries it again later. May be called twice for the same job. */
export type JobHandler<T extends object> = (data: T, context: JobContext) => Promise<void>

export interface WorkerOptions {
  /** Jobs done side by side in this instance. */
  readonly concurrency?: number
  /** Take up to so many waiting jobs at once and do equal ones once. */
  readonly collapse?: number
}

/** The queue's counts for /metrics. */
export interface JobStats {
  readonly queue: string
  readonly state: string
  readonly count: number
}

/** Running jobs get this long when the process stops; what is not done by then is tried again elsewhere. */
export const stopMs = 10_000

/** Workers and schedules of one instance. */
export interface Jobs {
  registerWorker<T extends object>(
    queue: QueueName,
    handler: JobHandler<T>,
    options?: WorkerOptions,
  ): Promise<void>
  /** A cron line in the bank's time zone; on any number of instances each turn happens once. */
  schedule(queue: QueueName, cron: string, data?: object): Promise<void>
  stats(): Promise<JobStats[]>
  /** Puts dead letters back into their queues; answers how many. */
  redrive(): Promise<number>
  /** Waits for running jobs, up to `stopMs`. */
  stop(): Promise<void>
}

export interface JobsOptions {
  readonly connectionString: string
  readonly db: Db
  readonly timeZone: string
  readonly onError: (error: unknown) => void
  readonly onWarning?: (message: string, data: unknown) => void
  /** A handler threw; the job is tried again as its queue says. */
  readonly onFailure?: (queue: QueueName, error: unknown) => void
}

const contextOf = (job: JobWithMetadata): JobContext => ({
  id: job.id,
  attempt: job.retryCount + 1,
  isLastAttempt: job.retryCount >= job.retryLimit,
  signal: job.signal,
})

/** Connects the workers of this instance; nothing runs before `registerWorker`. */
export async function startJobs({
  connectionString,
  db,
  timeZone,
  onError,
  onWarning,
  onFailure,
}: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    schema: jobSchema,
    options: '-c role=ipoteka_app',
    application_name: 'ipoteka-jobs',
    max: 4,
    // The owner installs and changes the tables in the migration.
    migrate: false,
    createSchema: false,
    reindex: false,
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 1,
  })
  boss.on('error', onError)
  boss.on('warning', ({ message, data }) => onWarning?.(message, data))
  await boss.start()
  const stats = () => countJobs(db)
  const unmeasure = measureQueues(db)

  return {
    async registerWorker<T extends object>(
      queue: QueueName,
      handler: JobHandler<T>,
      { concurrency = 1, collapse = 1 }: WorkerOptions = {},
    ) {
      const options = {
        includeMetadata: true,
        batchSize: collapse,
        localConcurrency: concurrency,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 10,
        // More may be waiting: it need not wait for the next look.
        burstWhenBatchFull: true,
      } as const
      await boss.work<T>(queue, options, async (jobs) => {
        // The type of `work` does not follow `includeMetadata`.
        const batch = (jobs as JobWithMetadata<T>[]).map(untraced)
        const distinct = batch.filter(
          ({ data }, at) => batch.findIndex((other) => isDeepStrictEqual(other.data, data)) === at,
        )
        for (const one of distinct) {
          try {
            const work = () => handler(one.data, contextOf(one.job))
            await timedJob(queue, () => tracedJob(queue, one, work))
          } catch (error) {
            onFailure?.(queue, error)
            throw error
          }
        }
      })
    },
    schedule: (queue, cron, data = {}) => boss.schedule(queue, cron, data, { tz: timeZone }),
    stats,
    async redrive() {
      const moved = await boss.redrive(deadLetterQueue)
      await wakeWorkers(db, Object.keys(queues))
      return moved
    },
    stop() {
      unmeasure()
      return boss.stop({ graceful: true, timeout: stopMs })
    },
  }
}
