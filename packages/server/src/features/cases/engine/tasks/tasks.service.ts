import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseTask, OwnerTab } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { OwnerTab as OwnerTabs } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import { decidedTypes, stagesInReview } from '@ipoteka-office/contract/underwriting/journal.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { publish } from '#live/publish.ts'
import { type AbleGroup, findAbleMembers, findGroups, findPeople } from '../assignment/assignees.repo.ts'
import { barredOf, receiversOf } from '../assignment/receivers.service.ts'
import { type CaseRow, findCase, writeLeadChanges } from '../cases.repo.ts'
import { requireCase } from '../cases.service.ts'
import type { Engine } from '../engine.ts'
import {
  changeTask,
  countByAssignee,
  countTab,
  countWideTabs,
  findCaseOfTask,
  findStageTasks,
  findTask,
  findTasks,
  findTasksOf,
  lockNextTask,
  lockPlaces,
  type TaskChange,
  type TaskFilter,
  type TaskSort,
  type TasksAmong,
  writeWatch,
} from './tasks.repo.ts'
import {
  mayDo,
  readerOf,
  refusalOf,
  type TaskAction,
  type TaskReader,
  type TaskRow,
  toTask,
} from './tasks.rules.ts'

const noTask = () => notFound('Задача не найдена')

/** A page of a tab. */
export async function searchTasks(
  engine: Engine,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  query: TaskFilter & PageQuery & { tab: OwnerTab; sort?: TaskSort },
): Promise<Page<CaseTask>> {
  const reader = readerOf(engine, actor)
  return readPage(query, {
    rows: async () => (await findTasks(db, reader, query)).map((row) => toTask(reader, row)),
    count: () => countTab(db, reader, query.tab, query),
  })
}

/** How many rows a tab has: the total of `searchTasks`. */
export const countTasksIn = (
  engine: Engine,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { tab, ...filter }: TaskFilter & { tab: OwnerTab },
): Promise<number> => countTab(db, readerOf(engine, actor), tab, filter)

/** The same of the tab «Все» for each of the people; one who has no task is absent. */
export const countTasksOfPeople = (
  engine: Engine,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  filter: TaskFilter & { readonly assigneeIds: readonly number[] },
): Promise<Map<number, number>> => countByAssignee(db, readerOf(engine, actor), filter)

/** How many rows each tab has under the same filters. */
export async function countTasks(
  engine: Engine,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  filter: TaskFilter,
): Promise<Record<OwnerTab, number>> {
  const reader = readerOf(engine, actor)
  const wide = await countWideTabs(db, reader, filter)
  const counts: [OwnerTab, number][] = []
  // One after another: a page that opens must not take seven connections.
  for (const tab of OwnerTabs.options)
    counts.push([tab, wide[tab] ?? (await countTab(db, reader, tab, filter))])
  return Object.fromEntries(counts) as Record<OwnerTab, number>
}

/** The open task of the stage of each of these cases that has one, by the case. */
export async function stageTasksOf(
  engine: Engine,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  caseIds: readonly number[],
): Promise<Map<number, CaseTask>> {
  const reader = readerOf(engine, actor)
  const rows = await findStageTasks(db, reader, caseIds)
  return new Map(rows.map((row) => [row.caseId, toTask(reader, row)]))
}

/** Tasks of a case that the person sees. */
export async function tasksOfCase(engine: Engine, db: Db, actor: Actor, caseId: number): Promise<CaseTask[]> {
  await requireCase(db, actor, caseId, 'Read')
  const reader = readerOf(engine, actor)
  return (await findTasksOf(db, reader, caseId)).map((row) => toTask(reader, row))
}

interface Held {
  readonly reader: TaskReader
  readonly task: TaskRow
  readonly row: CaseRow
}

/** The task with its case held; the case comes first, as in a move. */
export async function hold(
  engine: Engine,
  { db, actor }: Context,
  taskId: number,
  action: TaskAction,
  version: number,
): Promise<Held> {
  const caseId = await findCaseOfTask(db, taskId)
  const row = caseId === undefined ? undefined : await findCase(db, actor, caseId, 'update')
  const reader = readerOf(engine, actor)
  const task = row === undefined ? undefined : await findTask(db, reader, taskId)
  if (row === undefined || task === undefined) throw noTask()
  if (!mayDo(reader, task, action)) throw conflict(refusalOf(reader, task, action), 'ER_TASK_STATE_TEMPLATE')
  if (task.version !== version) throw stale(toTask(reader, task), undefined)
  return { reader, task, row }
}

async function change(
  engine: Engine,
  context: Context,
  { task, row }: Held,
  write: Omit<TaskChange, 'id' | 'actorId' | 'at'>,
): Promise<CaseTask> {
  const { db, actor } = context
  if (task.stage !== null && write.assigneeId !== undefined) await lockPlaces(db)
  await changeTask(db, { id: task.id, actorId: actor.employeeId, at: engine.clock.now(), ...write })
  return tellOfTask(engine, context, task.id, row)
}

/** The task as it is now; lists of cases are told that it has changed. */
export async function tellOfTask(
  engine: Engine,
  { db, actor }: Context,
  taskId: number,
  row: CaseRow,
): Promise<CaseTask> {
  await publish(db, topics.cases(row.type), {}, { partnerIds: [row.partnerId] })
  const reader = readerOf(engine, actor)
  const task = await findTask(db, reader, taskId)
  if (task === undefined) throw noTask()
  return toTask(reader, task)
}

/** Who takes the work of a case that nobody is responsible for becomes responsible. */
async function becomeResponsible(engine: Engine, { db, actor }: Context, { task, row }: Held): Promise<void> {
  if (row.responsibleId !== null || task.operation !== 'Send') return
  await writeLeadChanges(db, [
    {
      caseId: row.id,
      actorId: actor.employeeId,
      fromId: null,
      toId: actor.employeeId,
      workgroupId: row.workgroupId,
      comment: 'Взял(а) задачу',
      at: engine.clock.now(),
    },
  ])
}

export async function takeTask(
  engine: Engine,
  context: Context,
  taskId: number,
  version: number,
): Promise<CaseTask> {
  const held = await hold(engine, context, taskId, 'take', version)
  await becomeResponsible(engine, context, held)
  return change(engine, context, held, {
    kind: 'TAKEN',
    assigneeId: context.actor.employeeId,
    followUpAt: null,
    comment: null,
  })
}

interface Wanted {
  readonly caseTypes?: readonly CaseType[] | undefined
  /** Of the stages alone in which the bank looks into an application. */
  readonly reviewed: boolean
}

const amongOf = ({ caseTypes, reviewed }: Wanted): TasksAmong =>
  reviewed
    ? { caseTypes: decidedTypes.filter((type) => caseTypes?.includes(type) ?? true), stages: stagesInReview }
    : { caseTypes }

/** The most urgent task that is free, of these types; null when there is none. */
export async function takeNextTask(
  engine: Engine,
  context: Context,
  wanted: Wanted,
): Promise<CaseTask | null> {
  const { db, actor } = context
  const reader = readerOf(engine, actor)
  await lockPlaces(db)
  const next = await lockNextTask(db, reader, amongOf(wanted))
  if (next === undefined) return null
  const task = await findTask(db, reader, next.id)
  const row = await findCase(db, actor, next.caseId, 'update')
  if (task === undefined || row === undefined) throw noTask()
  const held = { reader, task, row }
  await becomeResponsible(engine, context, held)
  return change(engine, context, held, {
    kind: 'TAKEN',
    assigneeId: actor.employeeId,
    followUpAt: null,
    comment: null,
  })
}

export async function returnTask(
  engine: Engine,
  context: Context,
  taskId: number,
  { version, comment }: { version: number; comment?: string | undefined },
): Promise<CaseTask> {
  const held = await hold(engine, context, taskId, 'giveBack', version)
  return change(engine, context, held, { kind: 'RETURNED', assigneeId: null, comment: comment ?? null })
}

interface Transfer {
  readonly version: number
  readonly employeeId?: number | undefined
  readonly workgroupId?: number | undefined
  readonly comment?: string | undefined
  /** How its new holder is told of it, where that is not a plain hand over; null: the caller tells of many at once. */
  readonly told?: Told | null
}
interface Told {
  readonly verb: string
  readonly words: string
}

/** Which of these people may be given a task, in their order. */
export async function fitReceivers(
  engine: Engine,
  { db, actor }: Context,
  taskId: number,
  ids: readonly number[],
): Promise<number[]> {
  const task = await findTask(db, readerOf(engine, actor), taskId)
  const row = task && (await findCase(db, actor, task.caseId))
  if (task === undefined || row === undefined) throw noTask()
  const asked = { operation: task.operation, search: '', ...receiversOf(actor, task) }
  const barred = await barredOf(db, row, task)
  const fit: number[] = []
  for (const id of ids)
    if (!barred.includes(id) && (await findPeople(db, row, { ...asked, id })).length > 0) fit.push(id)
  return fit
}

/** Who gets the task, checked; a group's name is told to its people. */
async function checkReceiver(
  { db, actor }: Context,
  { task, row }: Held,
  { employeeId, workgroupId }: Transfer,
): Promise<AbleGroup | undefined> {
  if ((employeeId === undefined) === (workgroupId === undefined))
    throw invalid([{ path: 'employeeId', message: 'Выберите сотрудника или группу' }])
  const among = receiversOf(actor, task)
  if (employeeId !== undefined) {
    const asked = { operation: task.operation, id: employeeId, search: '', ...among }
    const [person] = await findPeople(db, row, asked)
    if ((await barredOf(db, row, task)).includes(employeeId))
      throw invalid([
        {
          path: 'employeeId',
          message:
            task.stage === null
              ? 'Этот сотрудник сам дал задачу и не выполняет её. Выберите другого'
              : 'Этот сотрудник готовил заявку и не контролирует её. Выберите другого',
        },
      ])
    if (person === undefined)
      throw invalid([
        { path: 'employeeId', message: 'Этот сотрудник не может вести такую задачу. Выберите другого' },
      ])
  }
  if (workgroupId !== undefined) {
    const [group] = await findGroups(db, row, {
      operation: task.operation,
      id: workgroupId,
      search: '',
      ...among,
    })
    if (group === undefined)
      throw invalid([
        {
          path: 'workgroupId',
          message: 'В этой группе никто не может взять такую задачу. Выберите другую',
        },
      ])
    return group
  }
  return undefined
}

/** Tells the new holder of a task; of a group everybody who may take it. Nobody is told of what they did themselves. */
export async function tellReceivers(
  { db, actor }: Context,
  {
    task,
    row,
  }: {
    readonly task: Pick<TaskRow, 'title' | 'operation' | 'kind' | 'caseType' | 'stage'>
    readonly row: CaseRow
  },
  { employeeId }: Pick<Transfer, 'employeeId'>,
  {
    group,
    verb,
    words = '',
  }: { readonly group: AbleGroup | undefined; readonly verb: string; readonly words?: string },
): Promise<void> {
  const what = `${verb} «${task.title}», ${row.number}: ${actor.descriptor}${words && `. ${words}`}`
  const link = casePath(row.type, row.id)
  if (employeeId !== undefined && employeeId !== actor.employeeId)
    await notify(db, employeeId, { kind: 'info', text: `Вам ${what}`, link })
  if (group === undefined) return
  const { ofBank } = receiversOf(actor, task)
  const asked = { operation: task.operation, workgroupId: group.id, exceptId: actor.employeeId, ofBank }
  for (const id of await findAbleMembers(db, row, asked))
    await notify(db, id, { kind: 'info', text: `Группе «${group.name}» ${what}`, link })
}

/** Hands the task over to a person or to a group whose people may take it; they are told. */
export async function transferTask(
  engine: Engine,
  context: Context,
  taskId: number,
  transfer: Transfer,
): Promise<CaseTask> {
  const { actor } = context
  const held = await hold(engine, context, taskId, 'transfer', transfer.version)
  const group = await checkReceiver(context, held, transfer)
  const { employeeId, workgroupId, comment = null, told = { verb: 'передана задача', words: '' } } = transfer
  if (told !== null) await tellReceivers(context, held, transfer, { group, ...told })
  return change(engine, context, held, {
    kind: 'TRANSFERRED',
    assigneeId: employeeId ?? null,
    workgroupId: workgroupId ?? null,
    handedBy: actor.employeeId,
    comment,
  })
}

export async function postponeTask(
  engine: Engine,
  context: Context,
  taskId: number,
  { version, until, comment }: { version: number; until: string | null; comment?: string | undefined },
): Promise<CaseTask> {
  const at = until === null ? null : new Date(until)
  if (at !== null && at <= engine.clock.now())
    throw invalid([{ path: 'until', message: 'Укажите время в будущем' }])
  const held = await hold(engine, context, taskId, 'postpone', version)
  return change(engine, context, held, { kind: 'POSTPONED', followUpAt: at, comment: comment ?? null })
}

export async function prioritiseTask(
  engine: Engine,
  context: Context,
  taskId: number,
  { version, priority }: { version: number; priority: string },
): Promise<CaseTask> {
  const held = await hold(engine, context, taskId, 'postpone', version)
  return change(engine, context, held, { kind: 'PRIORITY', priority, comment: null })
}

export async function watchTask(
  engine: Engine,
  { db, actor }: Context,
  taskId: number,
  watch: boolean,
): Promise<CaseTask> {
  const reader = readerOf(engine, actor)
  if ((await findTask(db, reader, taskId)) === undefined) throw noTask()
  await writeWatch(db, taskId, actor.employeeId, watch)
  const task = await findTask(db, reader, taskId)
  if (task === undefined) throw noTask()
  return toTask(reader, task)
}
