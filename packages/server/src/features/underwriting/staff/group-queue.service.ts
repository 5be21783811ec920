import { topics } from '@ipoteka-office/contract/live.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import type {
  GroupQueue,
  moveGroupQueue,
  UnderwritingGroup,
  UnderwritingGroupCard,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { transferTask } from '#features/cases/engine/tasks/tasks.service.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import type { Asking } from '#features/change-requests/change-requests.service.ts'
import { joinGroup, leaveGroup, requireVersion, takeGroup } from '#features/workgroups/workgroups.service.ts'
import { conflict, forbidden, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { publish } from '#live/publish.ts'
import { requireStageTask } from '../escalation.service.ts'
import { changeEach } from '../journal-tasks.service.ts'
import { findWorkers } from './group-help.repo.ts'
import { findGroup, findQueue, findWaitingCases } from './groups.repo.ts'
import { getGroupCard, linkOf, requireGroup } from './groups.service.ts'
import { momentOf } from './underwriters.service.ts'

/** The other group, which is to be an active one of the bank. */
async function requireOther({ clock }: Engine, { db }: Context, id: number, toGroupId: number) {
  const other = toGroupId === id ? undefined : await findGroup(db, momentOf(clock), toGroupId)
  if (other === undefined)
    throw invalid([{ path: 'toGroupId', message: 'Выберите другую действующую группу банка' }])
  return other
}

/** Hands what waits at a group to another one; its people are told once of all. */
export async function moveQueue(
  engine: Engine,
  context: Context,
  id: number,
  asked: {
    readonly toGroupId: number
    readonly of: Pick<GroupQueue, 'caseType' | 'stage'> | null
    readonly count: number
    readonly comment: string
  },
): Promise<ResponseOf<typeof moveGroupQueue>> {
  const { db, actor } = context
  const from = await requireGroup(engine.clock, context, id)
  const to = await requireOther(engine, context, id, asked.toGroupId)
  const transfer = {
    ...{ workgroupId: to.id, told: null },
    comment: `Очередь группы «${from.name}»${asked.comment && `: ${asked.comment}`}`.slice(0, 500),
  }
  const results = await changeEach(context, await findWaitingCases(db, id, asked), async (caseId) => {
    const task = await requireStageTask(engine, context, caseId)
    if (task.assignee !== null || task.workgroup?.id !== id)
      throw conflict('Заявку уже взяли или передали, пока вы выбирали')
    await transferTask(engine, context, task.id, { ...transfer, version: task.version })
  })
  const moved = results.filter(({ done }) => done).length
  if (moved > 0) {
    const text = `Группе «${to.name}» передана очередь группы «${from.name}», заявок: ${moved}. ${actor.descriptor}${asked.comment && `: ${asked.comment}`}`
    for (const employeeId of await findWorkers(db, to.id, actor.employeeId))
      await notify(db, employeeId, { kind: 'info', text: text.slice(0, 500), link: '/tasks?tab=GROUPS' })
    await publish(db, topics.underwriters)
  }
  const left = (await findQueue(db, id)).reduce((sum, { waiting }) => sum + waiting, 0)
  return { results, left }
}

/** Out of the first group, and into the second at once; both are locked. */
async function moveBetween(
  context: Context & Asking,
  [from, to]: readonly [UnderwritingGroup, UnderwritingGroup],
  employeeId: number,
): Promise<void> {
  const [left] = (await leaveGroup(context, { partnerId: from.partnerId, id: from.id }, [employeeId])).results
  if (left?.done !== true) throw conflict('Сотрудник в этой группе уже не состоит. Обновите страницу')
  const { results, pending } = await joinGroup(context, { partnerId: to.partnerId, id: to.id }, [employeeId])
  if (pending !== null)
    throw forbidden(
      `Группа «${to.name}» даёт роли, а их назначение подтверждает второй человек: добавьте сотрудника в неё на её странице, потом исключите из этой`,
    )
  const [joined] = results
  if (joined?.done !== true) throw conflict(`Группа «${to.name}»: ${joined?.reason ?? 'сотрудник не принят'}`)
}

/** Takes somebody from a group into another one of the bank. */
export async function moveMember(
  engine: Engine,
  context: Context & Asking,
  { id, employeeId }: { readonly id: number; readonly employeeId: number },
  { toGroupId, version }: { readonly toGroupId: number; readonly version: number },
): Promise<UnderwritingGroupCard> {
  const { db, actor } = context
  const from = await requireGroup(engine.clock, context, id)
  const to = await requireOther(engine, context, id, toGroupId)
  // In ascending order: two moves the other way round wait for each other.
  for (const group of [from, to].toSorted((a, b) => a.id - b.id)) {
    const key = { partnerId: group.partnerId, id: group.id }
    const locked = await takeGroup(context, key)
    if (group.id === id) await requireVersion(context, key, locked, version)
  }
  if (from.head?.id === employeeId)
    throw conflict('Сотрудник руководит этой группой: сначала назначьте другого руководителя')
  await moveBetween(context, [from, to], employeeId)
  await publish(db, topics.underwriters)
  for (const { partnerId } of [from, to]) await publish(db, topics.partner(partnerId))
  await notify(db, employeeId, {
    kind: 'info',
    text: `Вас перевели из группы «${from.name}» в группу «${to.name}»: ${actor.descriptor}`,
    link: linkOf(to.id),
  })
  return getGroupCard(engine.clock, context, id)
}
