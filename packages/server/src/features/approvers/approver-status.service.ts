import { type ApproverType, activeApproverIssues } from '@ipoteka-office/contract/approvers/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { lockDepartment, redistribute } from '#features/queue/distribution/distribution.service.ts'
import type { Context } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { Actor } from '#lib/actor.ts'
import { publish } from '#live/publish.ts'
import { lockApprover, updateApprover } from './approvers.repo.ts'
import { toInput } from './approvers.service.ts'

interface Key {
  readonly type: ApproverType
  readonly id: number
}

type Change = Pick<Context, 'db' | 'actor' | 'requestId'>

/** Who works in the background: sees every row, is nobody in the history. */
export const systemActor: Actor = {
  employeeId: 0,
  login: '',
  descriptor: 'Система',
  partnerId: 0,
  isAhml: true,
  operations: {},
}

/** Takes an approver out of work: the open applications go to others in the same transaction. */
export async function switchOffApprover(
  { db, actor, requestId }: Change,
  { type, id }: Key,
  bank: BankFigures,
): Promise<void> {
  await lockDepartment(db, type)
  const before = await lockApprover(db, systemActor, type, id)
  if (before === undefined || before.workStatus === 'INACTIVE') return
  await updateApprover(db, id, { ...before, workStatus: 'INACTIVE' })
  await redistribute(db, type, { id, version: before.version + 1 }, bank, {
    actorId: actor.employeeId,
    requestId,
  })
  await publish(db, topics.approvers(type), { ids: [id] })
}

/**
 * Moves approvers from one work status to the other (ACTIVE to PAUSE and back); those in another one are left alone.
 * Answers the ids that were moved.
 */
export async function moveApprovers(
  db: Db,
  keys: readonly Key[],
  from: 'ACTIVE' | 'PAUSE',
  to: 'ACTIVE' | 'PAUSE',
): Promise<number[]> {
  const moved: number[] = []
  // One order of locks for all: departments by name, rows by id.
  const inOrder = [...keys].sort((a, b) => a.type.localeCompare(b.type) || a.id - b.id)
  for (const type of new Set(inOrder.map((key) => key.type))) {
    await lockDepartment(db, type)
    const ofType = inOrder.filter((key) => key.type === type)
    const done: number[] = []
    for (const { id } of ofType) {
      const before = await lockApprover(db, systemActor, type, id)
      if (before?.workStatus !== from) continue
      const after = { ...before, workStatus: to }
      // Settings that were emptied during a pause cannot work: the approver stays paused until somebody fills them.
      if (activeApproverIssues(type, toInput(after)).length > 0) continue
      await updateApprover(db, id, after)
      done.push(id)
    }
    if (done.length === 0) continue
    if (to === 'ACTIVE') await enqueue(db, 'distribute', { type })
    await publish(db, topics.approvers(type), { ids: done })
    moved.push(...done)
  }
  return moved
}
