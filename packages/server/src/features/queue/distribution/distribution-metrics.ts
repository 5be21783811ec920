import { Counter, Histogram } from 'prom-client'
import { metrics } from '#lib/metrics.ts'
import type { Decision } from './distribution.rules.ts'

const assigned = new Counter({
  name: 'ipoteka_assignments_total',
  help: 'Applications given to an approver, by the rule that decided',
  labelNames: ['rule'],
  registers: [metrics],
})
const unassigned = new Counter({
  name: 'ipoteka_unassigned_total',
  help: 'Decisions in which no approver fitted',
  registers: [metrics],
})

/** Adds the decisions of one round to the metrics. */
export function countDecisions(decisions: readonly Decision[]): void {
  for (const { rule } of decisions) {
    if (rule === null) unassigned.inc()
    else assigned.inc({ rule })
  }
}

const rounds = new Histogram({
  name: 'ipoteka_distribution_duration_seconds',
  help: 'Time of one round of a distribution, the wait for the one before it included',
  labelNames: ['department'] as const,
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
})

/** Begins to time a round; the answer ends it. */
export const timeRound = (department: string): (() => number) => rounds.startTimer({ department })
