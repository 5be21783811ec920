import { Histogram } from 'prom-client'
import type { Db } from '#db/database.ts'
import { askedGauges, metrics, type Sample } from '#lib/metrics.ts'
import { countJobs, findOldestJobs } from './jobs.repo.ts'

const figures = {
  ipoteka_jobs: {
    help: 'Jobs by queue and state; what lies in dead-letter failed for good',
    labels: ['queue', 'state'],
  },
  ipoteka_job_oldest_seconds: {
    help: 'How long the job waits that could have been begun first, by queue',
    labels: ['queue'],
  },
} as const

/** Shows the queues in /metrics until the returned function is called. */
export const measureQueues = askedGauges(
  'jobs',
  figures,
  async (db: Db): Promise<Sample<keyof typeof figures>[]> => [
    ...(await countJobs(db)).map(
      ({ queue, state, count }) =>
        ({ gauge: 'ipoteka_jobs', labels: { queue, state }, value: count }) as const,
    ),
    ...(await findOldestJobs(db)).map(
      ({ queue, seconds }) =>
        ({ gauge: 'ipoteka_job_oldest_seconds', labels: { queue }, value: seconds }) as const,
    ),
  ],
)

const durations = new Histogram({
  name: 'ipoteka_job_duration_seconds',
  help: 'Time that a try of a job took, by queue',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800],
  registers: [metrics],
})

/** Notes how long a try of a job took and whether it was done. */
export async function timedJob(queue: string, work: () => Promise<void>): Promise<void> {
  const since = performance.now()
  const note = (outcome: 'done' | 'failed') =>
    durations.observe({ queue, outcome }, (performance.now() - since) / 1_000)
  try {
    await work()
    note('done')
  } catch (error) {
    note('failed')
    throw error
  }
}
