import { lowered } from '@ipoteka-office/contract/words.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { type Reassignment, reassignmentTypes } from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { requestStopOf, startTask } from '#features/notifications/tasks.service.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { seenPartner } from './partner-notifications.service.ts'
import { type ReassignmentTask, reassignmentWorkName } from './reassignment-run.service.ts'
import { reopenRefused, writeState } from './reassignments.repo.ts'
import { refusalOfStart, toInput } from './reassignments.rules.ts'
import {
  getReassignment,
  type ReassignmentKey,
  requireSound,
  takeReassignment,
} from './reassignments.service.ts'

/** A started transfer with the task that does it. */
export interface StartedReassignment {
  readonly reassignment: Reassignment
  readonly task: BackgroundTask
}

/** Starts a plan, or goes on with one that failed or was cancelled. */
export async function startReassignment(
  context: Context,
  key: ReassignmentKey,
  version: number,
  clock: BankClock,
): Promise<StartedReassignment> {
  const row = await takeReassignment(context, key, version)
  const refusal = refusalOfStart(row.state, row.dateFrom, bankDay(clock))
  if (refusal !== null) throw conflict(refusal)
  const input = toInput(row)
  await requireSound(context, key.partnerId, { input, before: input }, bankDay(clock))
  const { total } = await getReassignment(context, key)
  if (total === 0 && row.startedAt === null)
    throw invalid([{ path: 'typeCode', message: 'Передавать нечего: таких объектов у партнёра нет' }])
  await reopenRefused(context.db, key.id)
  return begin(context, key, { total, back: false })
}

/** Moves a completed temporary transfer back before its end. */
export async function returnReassignment(
  context: Context,
  key: ReassignmentKey,
): Promise<StartedReassignment> {
  const row = await takeReassignment(context, key)
  if (row.typeCode !== 'TEMPORARY' || row.state !== 'COMPLETED')
    throw conflict('Вернуть можно только выполненную временную передачу')
  await seenPartner(context.db, context.actor, row.toPartner.id)
  const { done, returned } = await getReassignment(context, key)
  return begin(context, key, { total: done - returned, back: true })
}

async function begin(
  context: Context,
  key: ReassignmentKey,
  { total, back }: { total: number; back: boolean },
): Promise<StartedReassignment> {
  const { db, actor } = context
  const { toPartner, typeCode } = await getReassignment(context, key)
  const what = `${back ? 'Возврат работы от' : 'Передача работы партнёру'} «${toPartner.shortName}»`
  const task = await startTask(db, actor, {
    work: reassignmentWorkName,
    kind: 'work',
    title: `${what} (${lowered(reassignmentTypes[typeCode])})`,
    total,
    input: { reassignmentId: key.id, back } satisfies ReassignmentTask,
  })
  await writeState(db, key.id, { state: back ? 'RETURNING' : 'RUNNING', taskId: task.id })
  return { reassignment: await getReassignment(context, key), task }
}

/** A plan at once; a running one after the batch in work. What has moved stays moved. */
export async function cancelReassignment(context: Context, key: ReassignmentKey): Promise<Reassignment> {
  const row = await takeReassignment(context, key)
  if (row.state === 'CANCELLED') return getReassignment(context, key)
  if (!['PLANNED', 'RUNNING', 'FAILED'].includes(row.state)) throw conflict('Передача уже выполнена')
  await writeState(context.db, key.id, { state: 'CANCELLED' })
  if (row.state === 'RUNNING' && row.taskId !== null) await requestStopOf(context.db, row.taskId)
  return getReassignment(context, key)
}
