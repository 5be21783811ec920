import type { Assignment, closingStatuses, QueueApplication } from '@ipoteka-office/contract/queue/queue.ts'
import type { Db } from '#db/database.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { conflict, forbidden, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { findApplication, findAssignments, lockApplication } from './queue.repo.ts'
import { holdCase, writeOutsideStatus } from './queue-entry.repo.ts'

const noApplication = () => notFound('Заявка не найдена')

/** «Почему я?»: every assignment of the application, newest first. */
export async function listAssignments(db: Db, actor: Actor, id: number): Promise<Assignment[]> {
  if (!(await findApplication(db, actor, id))) throw noApplication()
  return findAssignments(db, id)
}

const outsideActions = {
  APPROVED: 'approveOutside',
  APPROVED_CONDITIONAL: 'approveOutside',
  REJECTED: 'rejectOutside',
  CLIENT_REFUSED: 'refuseOutside',
  EXPIRED: 'expireOutside',
} as const satisfies Record<(typeof closingStatuses)[number], string>

/** What another system decides, on what it has handed in alone: the bank's own cases are decided under an authority. */
const decidedOutside: ReadonlySet<string> = new Set(['APPROVED', 'APPROVED_CONDITIONAL', 'REJECTED'])

/** Another system's word ends the work on an application: its case goes on by it. */
export async function close(
  engine: Engine,
  { db, actor, requestId }: Context,
  id: number,
  status: (typeof closingStatuses)[number],
): Promise<QueueApplication> {
  if (!(await findApplication(db, actor, id))) throw noApplication()
  if (decidedOutside.has(status) && !actor.isAhml)
    throw forbidden('Решение внешней системы передаёт сотрудник банка')
  await holdCase(db, id)
  const application = await lockApplication(db, actor, id)
  if (!application) throw noApplication()
  if (application.closed) throw conflict('Рассмотрение заявки уже завершено')
  if (!application.handedIn && decidedOutside.has(status))
    throw conflict(
      'Эта заявка заведена здесь, а не передана внешней системой: решение по ней записывают на странице «Итоговое решение»',
    )
  await moveCase(engine, db, { actor, requestId, asSystem: true }, id, { action: outsideActions[status] })
  await writeOutsideStatus(db, id, status)
  const closed = await findApplication(db, actor, id)
  if (!closed) throw noApplication()
  return closed
}
