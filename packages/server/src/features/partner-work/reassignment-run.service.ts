import { lowered } from '@ipoteka-office/contract/words.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  isCaseKind,
  reassignmentTypes,
  type TransferKind,
} from '@ipoteka-office/contract/partner-work/partner-work.ts'
import type { Db } from '#db/database.ts'
import { type ChangeAuthor, writeTransaction } from '#db/transaction.ts'
import type { TaskDone, TaskRun, TaskWork } from '#features/notifications/run-task.service.ts'
import { transferGroup, transferMembership } from '#features/workgroups/workgroup-transfer.service.ts'
import { conflict, forbidden } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { moveCases } from './move-cases.service.ts'
import { tellPartner } from './partner-events.service.ts'
import { findSeenPartner } from './partner-notifications.repo.ts'
import { returnTransfer } from './reassignment-return.service.ts'
import {
  answerItems,
  countItems,
  type ItemAnswer,
  lockTransfer,
  markCollected,
  type RunningTransfer,
  takeItems,
  type WaitingItem,
  writeState,
} from './reassignments.repo.ts'
import { collectObjects, moveContact, moveLink } from './transfer-objects.repo.ts'

/** Objects moved in one transaction. */
const batchSize = 100

/** Name of the background work; its handler is `reassignmentWork`. */
export const reassignmentWorkName = 'partner-reassignment'

/** What the work is given. */
export interface ReassignmentTask {
  readonly reassignmentId: number
  /** Move a temporary transfer back instead. */
  readonly back: boolean
}

interface Batch {
  readonly db: Db
  readonly actor: Actor
  readonly transfer: RunningTransfer
  readonly clock: BankClock
  readonly requestId: string
}

type Mover = (batch: Batch, items: readonly WaitingItem[]) => Promise<ItemAnswer[]>

async function oneByOne(
  items: readonly WaitingItem[],
  move: (objectId: number) => Promise<{ done: boolean; reason: string | null }>,
): Promise<ItemAnswer[]> {
  const answers: ItemAnswer[] = []
  for (const { id, objectId } of items) answers.push({ id, ...(await move(objectId)) })
  return answers
}

const byReason = (reason: string | null) => ({ done: reason === null, reason })

const sidesOf = ({ transfer: t }: Batch) => ({
  fromPartnerId: t.partnerId,
  toPartnerId: t.toPartnerId,
  fromEmployeeId: t.employeeId,
  toEmployeeId: t.toEmployeeId,
})

const employeesOf = ({ employeeId, toEmployeeId }: RunningTransfer) =>
  employeeId === null || toEmployeeId === null ? null : { from: employeeId, to: toEmployeeId }

/** Cases of all types in one call: their locks are taken in one order. */
const caseMover: Mover = async ({ db, actor, transfer, clock, requestId }, items) => {
  const { partnerId, toPartnerId } = transfer
  const ids = items.map(({ objectId }) => objectId)
  const answers = await moveCases(
    db,
    {
      ids,
      fromPartnerId: partnerId,
      toPartnerId,
      employees: employeesOf(transfer),
      isReturn: false,
    },
    { actorId: actor.employeeId, requestId, clock },
  )
  return items.map(({ id, objectId }) => ({ id, ...byReason(answers.get(objectId) ?? null) }))
}

const movers: Record<Exclude<TransferKind, CaseType>, Mover> = {
  PARTNER_LINK: (batch, items) =>
    oneByOne(items, async (id) => byReason(await moveLink(batch.db, id, sidesOf(batch)))),
  WORKGROUP: (batch, items) => oneByOne(items, (id) => transferGroup(batch.db, id, sidesOf(batch))),
  WORKGROUP_MEMBER: ({ db, actor, transfer }, items) => {
    const employees = employeesOf(transfer)
    return oneByOne(items, async (id) =>
      employees === null
        ? { done: false, reason: 'Преемник не указан' }
        : transferMembership(db, actor, id, { employeeId: employees.from, successorId: employees.to }),
    )
  },
  CONTACT: (batch, items) =>
    oneByOne(items, async (id) => byReason(await moveContact(batch.db, id, sidesOf(batch)))),
}

const moverOf = (kind: TransferKind): Mover => (isCaseKind(kind) ? caseMover : movers[kind])

/** The transfer, locked and still wanted. */
async function take(tx: Db, id: number): Promise<RunningTransfer | null> {
  const transfer = await lockTransfer(tx, id)
  return transfer?.state === 'RUNNING' ? transfer : null
}

type Step = 'more' | 'done' | 'cancelled'

/** One batch in one transaction: what is answered has moved, and nothing moves without an answer. */
async function moveBatch(
  tx: Db,
  actor: Actor,
  id: number,
  { clock, requestId }: { clock: BankClock; requestId: string },
): Promise<{ step: Step; moved: number }> {
  const transfer = await take(tx, id)
  if (transfer === null) return { step: 'cancelled', moved: 0 }
  const items = await takeItems(tx, id, batchSize)
  const batch = { db: tx, actor, transfer, clock, requestId }
  const answers: ItemAnswer[] = []
  for (const [move, list] of Map.groupBy(items, ({ kind }) => moverOf(kind)))
    answers.push(...(await move(batch, list)))
  await answerItems(tx, answers)
  return { step: items.length < batchSize ? 'done' : 'more', moved: items.length }
}

async function collect(tx: Db, id: number): Promise<void> {
  const transfer = await take(tx, id)
  if (transfer === null || transfer.collected) return
  await collectObjects(tx, id, transfer)
  await markCollected(tx, id)
}

async function finish(tx: Db, actor: Actor, id: number): Promise<TaskDone> {
  const transfer = await take(tx, id)
  const counts = await countItems(tx, [id])
  const done = counts.reduce((sum, c) => sum + c.done, 0)
  const failed = counts.reduce((sum, c) => sum + c.failed, 0)
  const text = `передано: ${done}${failed > 0 ? `, отказов: ${failed}` : ''}`
  if (transfer === null) return { text }
  await writeState(tx, id, { state: 'COMPLETED' })
  const from = await findSeenPartner(tx, actor, transfer.partnerId)
  const to = await findSeenPartner(tx, actor, transfer.toPartnerId)
  const type = lowered(reassignmentTypes[transfer.typeCode])
  await tellPartner(tx, transfer.partnerId, {
    event: 'REASSIGNMENT',
    text: `Работа (${type}) передана партнёру «${to?.shortName}»: ${text}`,
    link: `/partner/${transfer.partnerId}`,
    key: `reassignment:${id}:from:${transfer.taskId}`,
  })
  if (transfer.toPartnerId !== transfer.partnerId)
    await tellPartner(tx, transfer.toPartnerId, {
      event: 'REASSIGNMENT',
      text: `Получена работа (${type}) партнёра «${from?.shortName}»: ${text}`,
      link: `/partner/${transfer.toPartnerId}`,
      key: `reassignment:${id}:to:${transfer.taskId}`,
    })
  return { text, link: `/partner/${transfer.partnerId}` }
}

/** The cancelled transfer's task is being stopped: waits until it is told so. */
async function untilStopped(signal: AbortSignal): Promise<never> {
  await sleep(3_000, undefined, { signal }).catch(() => undefined)
  throw conflict('Передача отменена')
}

async function run(
  { db, actor, signal, progress }: TaskRun,
  id: number,
  clock: BankClock,
): Promise<TaskDone> {
  const requestId = `reassignment-${id}`
  const author: ChangeAuthor = { employeeId: actor.employeeId, requestId }
  await writeTransaction(db, author, (tx) => collect(tx, id))
  const counts = await countItems(db, [id])
  let answered = counts.reduce((sum, c) => sum + c.done + c.failed, 0)
  let step: Step = 'more'
  while (step === 'more') {
    signal.throwIfAborted()
    const result = await writeTransaction(db, author, (tx) => moveBatch(tx, actor, id, { clock, requestId }))
    answered += result.moved
    progress(answered)
    step = result.step
  }
  if (step === 'cancelled') return untilStopped(signal)
  return writeTransaction(db, author, (tx) => finish(tx, actor, id))
}

/**
 * Does a reassignment: collects its objects once, then moves them in batches. A worker that is killed leaves whole batches
 * behind; the next one goes on with what has no answer yet, so that each object moves once.
 */
export const reassignmentWork =
  (clock: BankClock): TaskWork =>
  async (task) => {
    const { reassignmentId, back } = task.input as ReassignmentTask
    if (!hasAllOperations(task.actor.operations, { Partner: ['Reassign'] }))
      throw forbidden('Право на передачу работы отозвано')
    if (!back) return run(task, reassignmentId, clock)
    const text = await returnTransfer(task.db, reassignmentId, clock, {
      actorId: task.actor.employeeId,
      signal: task.signal,
      progress: task.progress,
    })
    return { text }
  }
