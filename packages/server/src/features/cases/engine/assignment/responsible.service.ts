import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { z } from 'zod'
import type { CaseHead, changeResponsible as call } from '@ipoteka-office/contract/cases/cases.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { conflict, invalid, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { publish } from '#live/publish.ts'
import {
  type AbleGroup,
  type Assignee,
  findFittingGroups,
  findGroups,
  findManagerChanges,
  findPeople,
} from './assignees.repo.ts'
import { barredOf, receiversOf } from './receivers.service.ts'
import { type CaseRow, writeLeadChanges } from '../cases.repo.ts'
import { caseHead, requireCase } from '../cases.service.ts'
import type { Engine } from '../engine.ts'
import { findLastMove } from '../moves.repo.ts'
import { changeTask, findTasksOf } from '../tasks/tasks.repo.ts'
import { readerOf } from '../tasks/tasks.rules.ts'

type Change = z.output<typeof call.body>

/** Leads the case from now on: its operation. */
const leads = 'Send'

async function checkPeople(db: Db, row: CaseRow, { employeeId, workgroupId }: Change): Promise<void> {
  if (
    employeeId !== null &&
    (await findPeople(db, row, { operation: leads, id: employeeId, search: '' })).length === 0
  )
    throw invalid([
      { path: 'employeeId', message: 'Этот сотрудник не может вести дело: нет права или дело ему не видно' },
    ])
  if (workgroupId !== null && (await findFittingGroups(db, row.partnerId, [workgroupId])).length === 0)
    throw invalid([{ path: 'workgroupId', message: 'Нет такой рабочей группы' }])
}

/** The work of the one who was responsible goes to the one who is. */
async function handTasksOver(
  engine: Engine,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  row: CaseRow,
  change: Omit<Change, 'version'>,
): Promise<void> {
  const own = (await findTasksOf(db, readerOf(engine, actor), row.id)).filter(
    ({ state, stage, operation, assignee }) =>
      stage !== null &&
      (state === 'IDLE' || state === 'RUNNING') &&
      operation === leads &&
      (assignee === null || assignee.id === row.responsibleId),
  )
  for (const { id } of own)
    await changeTask(db, {
      id,
      kind: 'TRANSFERRED',
      actorId: actor.employeeId,
      at: engine.clock.now(),
      comment: change.comment ?? null,
      assigneeId: change.employeeId,
      workgroupId: change.workgroupId,
      handedBy: actor.employeeId,
    })
}

/** Gives a case to another person or group; the new one is told, and the open work goes along. */
export async function changeResponsible(
  engine: Engine,
  context: Context,
  caseId: number,
  change: Change,
): Promise<CaseHead> {
  const { db, actor } = context
  const row = await requireCase(db, actor, caseId, 'ChangeResponsible', 'update')
  if (row.version !== change.version)
    throw stale(await caseHead(engine, db, actor, caseId), await findLastMove(db, actor, row))
  if (row.closed || row.archivedAt !== null) throw conflict('Дело закрыто: ответственного менять поздно')
  if (row.responsibleId === change.employeeId && row.workgroupId === change.workgroupId)
    return caseHead(engine, db, actor, caseId)
  await checkPeople(db, row, change)
  await giveCase(engine, context, row, change)
  return caseHead(engine, db, actor, caseId)
}

/** Makes somebody responsible for a case that the caller holds: the open work goes along, and the new one is told. */
export async function giveCase(
  engine: Engine,
  context: Pick<Context, 'db' | 'actor'>,
  row: CaseRow,
  change: Omit<Change, 'version'>,
): Promise<void> {
  const { db, actor } = context
  await writeLeadChanges(db, [
    {
      caseId: row.id,
      actorId: actor.employeeId,
      fromId: row.responsibleId,
      toId: change.employeeId,
      workgroupId: change.workgroupId,
      comment: change.comment ?? null,
      at: engine.clock.now(),
    },
  ])
  await handTasksOver(engine, context, row, change)
  if (change.employeeId !== null && change.employeeId !== actor.employeeId)
    await notify(db, change.employeeId, {
      kind: 'info',
      text: `Вы ответственный: ${row.number}, ${row.clientName}. Назначил(а) ${actor.descriptor}`,
      link: casePath(row.type, row.id),
    })
  await publish(db, topics.cases(row.type), {}, { partnerIds: [row.partnerId] })
}

/** Who may be made responsible, or do the named task. */
export async function findAssignees(
  engine: Engine,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  caseId: number,
  { search, taskId }: { search: string; taskId?: number | undefined },
): Promise<Assignee[]> {
  const row = await requireCase(db, actor, caseId, 'Read')
  const tasks = taskId === undefined ? [] : await findTasksOf(db, readerOf(engine, actor), caseId)
  const task = tasks.find(({ id }) => id === taskId)
  const found = await findPeople(db, row, {
    operation: task?.operation ?? leads,
    search,
    ...(task && receiversOf(actor, task)),
  })
  const barred = task === undefined ? [] : await barredOf(db, row, task)
  return found.filter(({ id }) => !barred.includes(id))
}

/** Groups in which somebody may do the named task. */
export async function findWorkgroups(
  engine: Engine,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  caseId: number,
  { search, taskId }: { search: string; taskId: number },
): Promise<AbleGroup[]> {
  const row = await requireCase(db, actor, caseId, 'Read')
  const task = (await findTasksOf(db, readerOf(engine, actor), caseId)).find(({ id }) => id === taskId)
  return task === undefined
    ? []
    : findGroups(db, row, { operation: task.operation, search, ...receiversOf(actor, task) })
}

export async function managerHistory(db: Db, actor: Actor, caseId: number) {
  await requireCase(db, actor, caseId, 'Read')
  return findManagerChanges(db, caseId, actor)
}
