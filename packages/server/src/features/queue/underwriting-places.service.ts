import { topics } from '@ipoteka-office/contract/live.ts'
import type { MoveEvent } from '#features/cases/engine/engine.ts'
import { figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { publish } from '#live/publish.ts'
import type { Cause } from './distribution/distribution.repo.ts'
import { distribute } from './distribution/distribution.service.ts'
import { levelOf } from './distribution/level.rules.ts'
import { dueAfter } from './intake.rules.ts'
import { findUnderwritten, resumeEntry, writeEntry } from './queue-entry.repo.ts'
import { leaveQueue } from './queue-entry.service.ts'

const stage = 'UNDERWRITING'

const causeOf = ({ mover }: MoveEvent): Cause => ({
  actorId: mover.actor?.employeeId ?? null,
  requestId: mover.requestId,
})

/**
 * Gives a case a place among underwriters: with whoever had it before, or by the rules of distribution. Somebody who is not
 * of the department keeps the task, and a bank without the department distributes nothing.
 */
async function enter(event: MoveEvent): Promise<void> {
  const { db, engine, caseId: id } = event
  const one = await findUnderwritten(db, id)
  if (one === undefined || (one.assigneeId !== null && one.approverId === null)) return
  const { amount, programme, dueAt, approverId, assigneeId: _, ...rest } = one
  const now = engine.clock.now()
  const figures = await figuresToday(engine)
  const level = levelOf(figures, amount)
  await writeEntry(db, {
    ...rest,
    id,
    type: 'uw',
    level,
    programme: programme ?? 'Кредит',
    receivedAt: now,
    dueAt: dueAt === null ? dueAfter(now, level, figures) : new Date(dueAt),
    ...(approverId !== null && { approverId }),
  })
  if (approverId === null) return void (await distribute(db, 'uw', engine, causeOf(event), [id]))
  await resumeEntry(db, { id, approverId, at: now, cause: causeOf(event) })
  await publish(db, topics.approvers('uw'), { ids: [approverId] })
}

/** The place among underwriters comes and goes with the stage, whatever the product. */
export async function followUnderwriting(event: MoveEvent): Promise<void> {
  if (event.from === stage) await leaveQueue(event.db, event.engine.clock, causeOf(event), event.caseId)
  if (event.to === stage) await enter(event)
}
