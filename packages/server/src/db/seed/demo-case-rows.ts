import { machines } from '@ipoteka-office/contract/machines/machines.ts'
import { clockAfter, type StoredClock } from '#features/processes/clock.rules.ts'
import { timersOf } from '#features/processes/machine.rules.ts'
import { endOf } from '#features/processes/working-clock.rules.ts'
import type { Step } from './demo-case-paths.ts'
import type { PlannedCase } from './demo-case-plan.ts'

/** A planned case with the ids of its rows. */
export interface WrittenCase extends PlannedCase {
  readonly id: number
  readonly number: string
  readonly personId: number
  readonly coPersonId: number | null
  readonly sourceId: number | null
}

/** The clock of the present stage, by the way of the case. */
export function clockOf({ type, steps, calendar }: PlannedCase): StoredClock | null {
  let clock: StoredClock | null = null
  for (const { stage, from } of steps)
    clock = clockAfter(machines[type], clock, stage, { now: from, calendar })
  return clock
}

/** What is to happen to the case by itself. */
export function timersOfCase({ type, steps, calendar }: PlannedCase): { action: string; at: Date }[] {
  const last = steps.at(-1)
  if (last === undefined) return []
  return timersOf(machines[type], last.stage).map(({ action, after, since }) => {
    const entry = steps.findLast(({ stage }) => stage === since) ?? last
    return { action, at: endOf(entry.from, after, calendar) }
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
}

const bankPeople: Readonly<Record<string, number>> = {
  ControlDecision: 2,
  Underwrite: 3,
  Verify: 3,
  CheckRealty: 3,
}

/** Of what waits for the bank's people every other task is taken, whatever the day of the first start. */
function doer({ responsibleId, serial }: PlannedCase, operation: string, isDone: boolean): number | null {
  if (operation === 'Send') return responsibleId
  const one = bankPeople[operation] ?? null
  return isDone || serial % 2 === 0 ? one : null
}

function stateOf({ to, left }: Step, assigneeId: number | null): TaskRow['state'] {
  if (to === null) return assigneeId === null ? 'IDLE' : 'RUNNING'
  if (left?.by !== 'SYSTEM') return 'COMPLETED'
  return left.after === undefined ? 'STOPPED' : 'FAILED'
}

function taskOf(planned: PlannedCase, step: Step): TaskRow | null {
  const { stage, from, to, left } = step
  const state = machines[planned.type].states[stage]
  if (state?.task === undefined) return null
  const { title, operation } = state.task
  // Whose set is being checked, the distribution says.
  const isQueued = stage === 'DOCS_CHECK' && to === null
  const assigneeId = isQueued ? null : doer(planned, operation, to !== null)
  return {
    stage,
    title,
    operation,
    assigneeId,
    state: stateOf(step, assigneeId),
    from,
    to,
    dueAt: state.deadline === undefined ? null : endOf(from, state.deadline, planned.calendar),
    outcome: left?.label ?? null,
  }
}

/** Tasks of every stage that a person has worked in. */
export const tasksOf = (planned: PlannedCase): TaskRow[] =>
  planned.steps.map((step) => taskOf(planned, step)).filter((task) => task !== null)
