import type { Assignment, closingStatuses, QueueApplication } from '@ipoteka-office/contract/applications.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import { closeApplication, findApplication, findAssignments, lockApplication } from './applications.repo.ts'

const noApplication = () => notFound('Заявка не найдена')

/** «Почему я?»: every assignment of the application, newest first. */
export async function listAssignments(db: Db, actor: Actor, id: number): Promise<Assignment[]> {
  if (!(await findApplication(db, actor, id))) throw noApplication()
  return findAssignments(db, id)
}

/** Ends the work on an application; the place that becomes free is filled after the commit. */
export async function close(
  { db, actor, requestId }: Context,
  id: number,
  status: (typeof closingStatuses)[number],
  clock: BankClock,
): Promise<QueueApplication> {
  const application = await lockApplication(db, actor, id)
  if (!application) throw noApplication()
  if (application.closed) throw conflict('Рассмотрение заявки уже завершено')
  await closeApplication(db, id, status, { actorId: actor.employeeId, requestId }, clock.now())
  await enqueue(db, 'distribute', { type: application.type })
  if (application.approverId === null) await publish(db, topics.unassigned(application.type))
  else await publish(db, topics.approvers(application.type), { ids: [application.approverId] })
  const closed = await findApplication(db, actor, id)
  if (!closed) throw noApplication()
  return closed
}
