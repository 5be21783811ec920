import { caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { deadlineAt, figuresAt } from '#db/seed/figures-at.ts'
import { clockAfter, type StoredClock } from '#features/cases/engine/clock.rules.ts'
import { timersOf } from '#features/cases/engine/machine.rules.ts'
import { endOf, minutesBetween } from '#features/cases/engine/working-clock.rules.ts'
import type { Step } from './demo-case-paths.ts'
import type { PlannedCase } from './demo-case-plan.ts'
import { actorOf } from '#db/seed/rulebook/staff.ts'

/** A planned case with the ids of its rows. */
export interface WrittenCase extends PlannedCase {
  readonly id: number
  readonly number: string
  readonly personId: number
  readonly coPersonId: number | null
  readonly sourceId: number | null
}

/** The clock of the present stage, by the way of the case. */
export function clockOf({ type, steps, calendar, agreedDue }: PlannedCase): StoredClock | null {
  let clock: StoredClock | null = null
  for (const { stage, from } of steps)
    clock = clockAfter(machines[type], clock, stage, { now: from, calendar, terms: figuresAt(from) })
  const since = clock?.runningSince
  if (clock === null || agreedDue === null || since === null || since === undefined) return clock
  // A deadline that was agreed upon is as long as the work up to it.
  const minutes = minutesBetween(since, agreedDue, { workingDays: 1 }, calendar)
  return { ...clock, dueAt: agreedDue, targetMinutes: clock.spentMinutes + minutes }
}

/** What is to happen to the case by itself. */
export function timersOfCase({ type, steps, calendar }: PlannedCase): { action: string; at: Date }[] {
  const last = steps.at(-1)
  if (last === undefined) return []
  return timersOf(machines[type], last.stage).map(({ action, after, since }) => {
    const entry = steps.findLast(({ stage }) => stage === since) ?? last
    return { action, at: endOf(entry.from, deadlineAt(after, entry.from), calendar) }
  })
}

/** A task of a stage, done or still to do. */
export interface TaskRow {
  readonly stage: string
  readonly title: string
  readonly operation: string
  readonly assigneeId: number | null
  readonly state: 'IDLE' | 'RUNNING' | 'COMPLETED' | 'STOPPED' | 'FAILED'
  readonly from: Date
  readonly to: Date | null
  readonly dueAt: Date | null
  readonly outcome: string | null
  /** Who has prepared what is controlled here, and does not control it. */
  readonly barredIds: readonly number[]
}

/** Of what waits for the bank's people, every so many is not taken yet. */
const free = 40

/** Who does, or did, the work of a stage. */
function doer({ responsibleId, agentId, team, serial }: PlannedCase, operation: string, isDone: boolean) {
  if (operation === 'Send') return isDone ? agentId : responsibleId
  return isDone || serial % free !== 0 ? (team.by[operation] ?? null) : null
}

function stateOf({ to, left }: Step, assigneeId: number | null): TaskRow['state'] {
  if (to === null) return assigneeId === null ? 'IDLE' : 'RUNNING'
  if (left?.by !== 'SYSTEM') return 'COMPLETED'
  return left.after === undefined ? 'STOPPED' : 'FAILED'
}

/** Those who led the case by hand out of what is controlled, and who opened it. */
function barredFrom({ type, steps, team, agentId }: PlannedCase, stage: string): number[] {
  const controlled = machines[type].states[stage]?.controls
  if (controlled === undefined) return []
  const led = steps.flatMap(({ stage: from, left }) =>
    left !== null && controlled.includes(from) ? (actorOf(left, team, agentId) ?? []) : [],
  )
  return [...new Set([agentId, ...led])]
}

function taskOf(planned: PlannedCase, step: Step): TaskRow | null {
  const { stage, from, to, left } = step
  const state = machines[planned.type].states[stage]
  if (state?.task === undefined) return null
  const { title, operation } = state.task
  // Whose set is being checked, the distribution says.
  const isQueued = to === null && caseTypes[planned.type].queuedStages?.includes(stage)
  const assigneeId = isQueued ? null : doer(planned, operation, to !== null)
  const dueAt =
    state.deadline === undefined ? null : endOf(from, deadlineAt(state.deadline, from), planned.calendar)
  return {
    stage,
    title,
    operation,
    assigneeId,
    state: stateOf(step, assigneeId),
    from,
    to,
    dueAt: to === null ? (planned.agreedDue ?? dueAt) : dueAt,
    outcome: left?.label ?? null,
    barredIds: to === null ? barredFrom(planned, stage) : [],
  }
}

/** Tasks of every stage that a person has worked in. */
export const tasksOf = (planned: PlannedCase): TaskRow[] =>
  planned.steps.map((step) => taskOf(planned, step)).filter((task) => task !== null)
