import { Gauge } from 'prom-client'
import type { Db } from '#db/database.ts'
import { metrics } from '#lib/metrics.ts'
import { countJobs } from './jobs.repo.ts'
import type { JobStats } from './jobs.ts'

type Source = () => Promise<readonly JobStats[]>
const sources = new Set<Source>()

new Gauge({
  name: 'ipoteka_jobs',
  help: 'Jobs by queue and state; what lies in dead-letter failed for good',
  labelNames: ['queue', 'state'],
  registers: [metrics],
  async collect() {
    this.reset()
    for (const source of sources)
      for (const { queue, state, count } of await source()) this.set({ queue, state }, count)
  },
})

/** Shows a queue's counts in /metrics until the returned function is called. */
export function measureJobs(source: Source): () => void {
  sources.add(source)
  return () => void sources.delete(source)
}

/** The same for a process that takes no jobs. */
export const measureQueues = (db: Db): (() => void) => measureJobs(() => countJobs(db))
