import type { z } from 'zod'
import type {
  getBusinessProcess,
  getChainOrder,
  TaskEvent,
} from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { guardNames } from '@ipoteka-office/contract/cases/machines/guard-names.ts'
import { pauseKinds, type Transition } from '@ipoteka-office/contract/cases/machines/machine.ts'
import { type CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { operations } from '@ipoteka-office/contract/operations.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { findStages } from './cases.repo.ts'
import type { StageRow } from './phases.rules.ts'
import { caseHead, requireCase } from './cases.service.ts'
import type { Engine } from './engine.ts'
import { deadlineText } from './deadline-text.rules.ts'
import { findTaskEvents, findTimers } from './moves.repo.ts'

type Process = z.input<typeof getBusinessProcess.response>
type Chain = z.input<typeof getChainOrder.response>

const labelOf = (type: CaseType, operation: string): string =>
  (operations[caseTypes[type].object] as Readonly<Record<string, string>>)[operation] ?? operation

function statusOf(head: CaseHead): Process['status'] {
  if (!head.closed && !head.archived) return 'ACTIVE'
  return head.archived || head.stage === 'DISQUALIFIED' ? 'CANCELLED' : 'FINISHED'
}

function statesOf({ type }: CaseHead, stages: readonly StageRow[], now: Date): Process['states'] {
  return Object.entries(machines[type].states).map(([code, state]) => {
    const visits = stages.filter(({ stage }) => stage === code)
    const ms = visits.reduce(
      (sum, { enteredAt, leftAt }) =>
        sum + (leftAt === null ? now : new Date(leftAt)).getTime() - new Date(enteredAt).getTime(),
      0,
    )
    return {
      code,
      name: state.name,
      phase: state.phase,
      final: state.final ?? false,
      pause: state.pause === undefined ? null : pauseKinds[state.pause],
      deadline: state.deadline === undefined ? null : deadlineText(state.deadline),
      task: state.task?.title ?? null,
      visits: visits.length,
      minutes: Math.max(0, Math.floor(ms / 60_000)),
    }
  })
}

/** The stage that follows each one that was left: how often the case has gone each way. */
const takenOf = ({ from, action, to }: Transition, stages: readonly StageRow[]): number =>
  stages.filter((row, at) => row.stage === from && row.action === action && stages[at + 1]?.stage === to)
    .length

const transitionsOf = ({ type }: CaseHead, stages: readonly StageRow[]): Process['transitions'] =>
  machines[type].transitions.map((t) => ({
    from: t.from,
    action: t.action,
    label: t.label,
    to: t.to,
    by: t.by === 'SYSTEM' ? ['Система'] : t.by.map((operation) => labelOf(type, operation)),
    bySystem: t.by === 'SYSTEM',
    guards: [
      ...(t.guards ?? []).map((code) => guardNames[code] ?? code),
      ...(t.after === undefined ? [] : [`прошло: ${deadlineText(t.after)}`]),
    ],
    taken: takenOf(t, stages),
  }))

const transitionLabel = ({ type, stage }: CaseHead, action: string): string =>
  machines[type].transitions.find((t) => t.from === stage && t.action === action)?.label ?? action

/** The machine of a case and the case's place in it. */
export async function businessProcess(
  engine: Engine,
  db: Db,
  actor: Actor,
  caseId: number,
): Promise<Process> {
  const head = await caseHead(engine, db, actor, caseId)
  const stages = await findStages(db, caseId)
  const machine = machines[head.type]
  const timers = await findTimers(db, caseId)
  return {
    head,
    status: statusOf(head),
    title: machine.title,
    initial: machine.initial,
    phases: Object.entries(machine.phases).map(([code, name]) => ({ code, name })),
    states: statesOf(head, stages, engine.clock.now()),
    transitions: transitionsOf(head, stages),
    timers: timers.map(({ action, at }) => ({ action, label: transitionLabel(head, action), at })),
    clock: head.clock,
    actions: head.actions,
  }
}

/** The way of the case through its phases, and what comes next. */
export async function chainOrder(engine: Engine, db: Db, actor: Actor, caseId: number): Promise<Chain> {
  const { id, type, stage, stageName, phases } = await caseHead(engine, db, actor, caseId)
  const timers = new Map((await findTimers(db, caseId)).map(({ action, at }) => [action, at]))
  const { states, transitions } = machines[type]
  return {
    id,
    stage,
    stageName,
    phases,
    next: transitions
      .filter(({ from }) => from === stage)
      .map(({ action, label, to, by }) => ({
        action,
        label,
        stage: to,
        stageName: states[to]?.name ?? to,
        bySystem: by === 'SYSTEM',
        when: timers.get(action) ?? null,
      })),
  }
}

/** What happened to the tasks of a case, the latest first. */
export async function taskHistory(
  db: Db,
  actor: Actor,
  caseId: number,
): Promise<z.input<typeof TaskEvent>[]> {
  await requireCase(db, actor, caseId, 'Read')
  return findTaskEvents(db, caseId)
}
