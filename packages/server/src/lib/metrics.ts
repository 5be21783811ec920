import { collectDefaultMetrics, Registry } from 'prom-client'

/** Counters and histograms of the whole process; a part registers its own here and `/metrics` shows them. */
export const metrics = new Registry()

let started = false

/** Memory, event loop and garbage collection of the process; once. */
export function collectProcessMetrics(): void {
  if (started) return
  started = true
  collectDefaultMetrics({ register: metrics })
}
