import { Counter } from 'prom-client'
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
