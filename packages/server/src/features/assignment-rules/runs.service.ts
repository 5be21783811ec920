import {
  type AssignmentScope,
  qrScope,
  typeOfScope,
} from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type {
  ReassignmentItem,
  ReassignmentRun,
  reassignedKinds,
} from '@ipoteka-office/contract/assignment-rules/assignment-trials.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import type { z } from 'zod'
import { startTask } from '#features/notifications/tasks.service.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { readPage } from '#lib/paging.ts'
import { requireScope } from './assignment-access.rules.ts'
import { activeSet } from './engine/active-sets.service.ts'
import { findOpenAsks } from './engine/asks.repo.ts'
import type { StoredAsk } from './engine/asked.ts'
import {
  findItems,
  findRun,
  findRunPeople,
  insertRun,
  lockRun,
  type StoredRun,
  writeRunState,
} from './runs.repo.ts'
import { beginTrial, type Sent } from './trial.rules.ts'
import { loadWorld } from './trial-world.service.ts'

type Run = z.input<typeof ReassignmentRun>

/** Open cases looked at in one run. */
const mostLooked = 2_000
/** Name of the background work; its handler is `runWork`. */
export const runWorkName = 'assignment-run'

async function readRun({ db, actor }: Context, id: number): Promise<StoredRun> {
  const run = await findRun(db, id)
  if (run === undefined || !actor.isAhml) throw notFound('Такого перераспределения нет')
  requireScope(actor, run.scope, 'read')
  return run
}

export async function getRun(context: Context, id: number): Promise<Run> {
  const run = await readRun(context, id)
  return { ...run, most: mostLooked, people: await findRunPeople(context.db, id) }
}

/** Whether a case goes elsewhere: one that has somebody who could get it now stays. */
const isMoving = (ask: StoredAsk, sent: Sent): boolean =>
  sent.outcome === 'ASSIGNED'
    ? ask.responsibleId === null || !sent.fitting.includes(ask.responsibleId)
    : sent.outcome === 'QUEUED' && ask.responsibleId === null && ask.workgroupId !== sent.workgroupId

/** What would move if open cases were given anew by the rules in force; nothing moves yet. */
export async function planRun(
  context: Context,
  { clock }: { readonly clock: BankClock },
  scope: AssignmentScope,
  which: keyof typeof reassignedKinds,
): Promise<Run> {
  const { db, actor } = context
  requireScope(actor, scope, 'update')
  const type = typeOfScope(scope)
  const set = await activeSet(db, scope)
  const after = scope === qrScope ? (await activeSet(db, type)).rules : []
  const asks = await findOpenAsks(db, { type, byQr: scope === qrScope, which, most: mostLooked })
  const rules = [...set.rules, ...after]
  const world = await loadWorld(db, { type, timeZone: clock.timeZone }, rules, asks)
  const send = beginTrial([set.rules, after], world)
  const now = clock.now()
  const items = asks.flatMap((ask) => {
    const sent = send({ ...ask, createdAt: now })
    if (!isMoving(ask, sent)) return []
    return [
      {
        caseId: ask.caseId,
        fromId: ask.responsibleId,
        fromGroup: ask.workgroupId,
        toId: sent.employeeId,
        workgroupId: sent.workgroupId,
        ruleName: sent.rule?.name ?? null,
      },
    ]
  })
  const made = { scope, which, setId: set.id, authorId: actor.employeeId, at: now, looked: asks.length }
  return getRun(context, await insertRun(db, made, items))
}

export async function listItems(
  context: Context,
  id: number,
  query: PageQuery,
): Promise<Page<ReassignmentItem>> {
  const { moving } = await readRun(context, id)
  return readPage(query, {
    rows: () => findItems(context.db, id, { limit: query.size, offset: query.page * query.size }),
    count: () => Promise.resolve(moving),
  })
}

/** Begins the run in the background; by the one who looked at what would move. */
export async function startRun(context: Context, id: number): Promise<{ task: BackgroundTask }> {
  const { db, actor } = context
  const run = await readRun(context, id)
  requireScope(actor, run.scope, 'update')
  const held = await lockRun(db, id)
  if (held?.state !== 'PLANNED') throw conflict('Это перераспределение уже начато: посмотрите его ответы')
  if (held.authorId !== actor.employeeId)
    throw conflict('Начинает тот, кто смотрел предпросмотр: подготовьте свой')
  if (run.moving === 0) throw conflict('Перераспределять нечего: все дела уже там, куда их отдали бы правила')
  await writeRunState(db, id, 'RUNNING', null)
  const task = await startTask(db, actor, {
    work: runWorkName,
    kind: 'work',
    title: 'Перераспределение открытых дел',
    total: run.moving,
    input: { runId: id },
  })
  return { task }
}
