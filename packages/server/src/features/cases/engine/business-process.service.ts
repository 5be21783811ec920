import type { z } from 'zod'
import type {
  getBusinessProcess,
  getChainOrder,
  TaskEvent,
} from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Machine } from '@ipoteka-office/contract/machines/machine.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { guardNames } from '@ipoteka-office/contract/cases/machines/guard-names.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { pictureOf } from '#features/machines/picture.rules.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { isVeiledFrom, machineFor } from '#lib/shown-stages.ts'
import { findStages } from './cases.repo.ts'
import { caseHead, requireCase } from './cases.service.ts'
import type { Engine } from './engine.ts'
import { findTaskEvents, findTimers } from './moves.repo.ts'
import { staysFor } from './phases.rules.ts'

type Process = z.input<typeof getBusinessProcess.response>
type Chain = z.input<typeof getChainOrder.response>

function statusOf(head: CaseHead): Process['status'] {
  if (!head.closed && !head.archived) return 'ACTIVE'
  return head.archived || head.stage === 'DISQUALIFIED' ? 'CANCELLED' : 'FINISHED'
}

const transitionLabel = (machine: Machine, { stage }: CaseHead, action: string): string =>
  machine.transitions.find((t) => t.from === stage && t.action === action)?.label ?? action

/** What happens to the case by itself, as far as the person may know. */
const timersFor = async (db: Db, actor: Actor, { id, type, stage }: CaseHead) =>
  isVeiledFrom(actor, type, stage) ? [] : findTimers(db, id)

/** The machine of a case and the case's place in it. */
export async function businessProcess(
  engine: Engine,
  db: Db,
  actor: Actor,
  caseId: number,
): Promise<Process> {
  const head = await caseHead(engine, db, actor, caseId)
  const machine = machineFor(actor, head.type)
  const stages = staysFor(actor, head.type, await findStages(db, caseId))
  const timers = await timersFor(db, actor, head)
  return {
    head,
    status: statusOf(head),
    ...pictureOf({ machine, object: caseTypes[head.type].object, guardNames }, stages, {
      now: engine.clock.now(),
      terms: await engine.parameters.figuresOn(bankDay(engine.clock)),
    }),
    timers: timers.map(({ action, at }) => ({ action, label: transitionLabel(machine, head, action), at })),
    clock: head.clock,
    actions: head.actions,
  }
}

/** The way of the case through its phases, and what comes next. */
export async function chainOrder(engine: Engine, db: Db, actor: Actor, caseId: number): Promise<Chain> {
  const head = await caseHead(engine, db, actor, caseId)
  const { id, type, stage, stageName, phases } = head
  const timers = new Map((await timersFor(db, actor, head)).map(({ action, at }) => [action, at]))
  const { states, transitions } = machineFor(actor, type)
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
  return findTaskEvents(db, actor, caseId)
}
