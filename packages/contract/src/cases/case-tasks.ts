import { z } from 'zod'
import { PersonRef, PartnerRef, NamedRef } from '../common/refs.ts'
import { Version } from '../common/items.ts'
import { PageQuery, pageOf, sortOf } from '../common/page.ts'
import { AllowedAction, ProcessPicture } from '../common/process.ts'
import { Code, Id, IdParam, Instant, text } from '../common/scalars.ts'
import { assignmentFields } from './assignment-fields.ts'
import { CaseClock, CaseHead } from './cases.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { CaseType } from './types/case-types.ts'
import { TaskKind } from './task-kinds.ts'
import { taskStates } from '../notifications/notifications.ts'

/** Whose cases and tasks a list shows (specification 2 §3 «Application list filter tabs by owner»). */
export const ownerTabs = {
  MY: 'Мои',
  GROUPS: 'Группы',
  FAVORITES: 'Избранное',
  PARTNERS: 'Партнёры',
  OVERDUE: 'Просроченные',
  TRANSFERRED: 'Переданные',
  ALL: 'Все',
} as const
export type OwnerTab = keyof typeof ownerTabs
export const OwnerTab = z.enum(['MY', 'GROUPS', 'FAVORITES', 'PARTNERS', 'OVERDUE', 'TRANSFERRED', 'ALL'])

export const TaskState = z.enum(taskStates)
/** Words for the states of a case's task. */
export const caseTaskStates = {
  IDLE: 'Ждёт исполнителя',
  RUNNING: 'В работе',
  STOPPING: 'Возвращается',
  STOPPED: 'Снята',
  COMPLETED: 'Выполнена',
  FAILED: 'Не выполнена',
} as const
export const taskPriorities = { LOW: 'Низкий', NORMAL: 'Обычный', HIGH: 'Высокий' } as const
export const TaskPriority = z.enum(['LOW', 'NORMAL', 'HIGH'])

/** What a person has to do with a case. */
export const CaseTask = z.object({
  id: Id,
  caseId: Id,
  caseType: CaseType,
  caseNumber: z.string(),
  clientName: z.string(),
  partner: PartnerRef,
  kind: TaskKind,
  /** The stage that made it; null: it stands beside the stages. */
  stage: Code.nullable(),
  /** What it belongs to: the stage, or the kind of a task beside the stages. */
  stageName: z.string(),
  title: z.string(),
  /** What exactly is asked. */
  details: z.string().nullable(),
  /** Who gave it; null: the stage did. */
  author: PersonRef.nullable(),
  /** The case does not go on before it is closed. */
  holdsMoves: z.boolean(),
  assignee: PersonRef.nullable(),
  workgroup: NamedRef.nullable(),
  state: TaskState,
  priority: TaskPriority,
  createdAt: Instant,
  takenAt: Instant.nullable(),
  dueAt: Instant.nullable(),
  followUpAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  overdue: z.boolean(),
  watched: z.boolean(),
  outcome: z.string().nullable(),
  comment: z.string().nullable(),
  /** What the person may do with the task now: take, return, transfer, postpone, complete. */
  may: z.object({
    take: z.boolean(),
    giveBack: z.boolean(),
    transfer: z.boolean(),
    postpone: z.boolean(),
    complete: z.boolean(),
  }),
  /** How the person may close it now: of a task beside the stages alone. */
  outcomes: z.array(
    z.object({ code: Code, label: z.string(), words: z.string(), by: z.enum(['HOLDER', 'AUTHOR']) }),
  ),
  version: z.int(),
})
export type CaseTask = z.output<typeof CaseTask>

const filters = {
  tab: OwnerTab.default('MY'),
  caseType: CaseType.optional(),
  kind: TaskKind.optional(),
  stages: z.array(Code).max(50).default([]),
  search: text(100).default(''),
  open: z.boolean().default(true),
  /** Those put off to a later day too; otherwise «Мои» and «Группы» show them when that day comes. */
  postponed: z.boolean().default(false),
  /** Due within so many hours from now, the overdue included. */
  dueInHours: z.int().min(0).max(10_000).optional(),
  /** Who has the task; empty: anybody. */
  assigneeIds: z.array(Id).max(100).default([]),
  /** Nobody has it yet. */
  unassigned: z.boolean().default(false),
}
export const searchTasks = endpoint({
  method: 'POST',
  path: '/case-task/search',
  summary: 'Задачи по делам',
  access: signedIn,
  body: z.object({
    ...filters,
    sort: sortOf(['dueAt', 'createdAt', 'priority', 'caseNumber']).optional(),
    ...PageQuery.shape,
  }),
  response: pageOf(CaseTask),
  reads: true,
})
/** Counts of the tabs under the same filters. */
export const countTasks = endpoint({
  method: 'POST',
  path: '/case-task/counts',
  summary: 'Число задач по вкладкам',
  access: signedIn,
  body: z.object({ ...filters, tab: z.undefined().optional() }),
  response: z.record(OwnerTab, z.int()),
  reads: true,
})

const TaskParams = z.object({ taskId: IdParam })

const command = <const P extends string>(path: P, summary: string) =>
  ({ method: 'POST', path, summary, access: signedIn, params: TaskParams, response: CaseTask }) as const

export const takeTask = endpoint({
  ...command('/case-task/:taskId/take', 'Взять задачу'),
  body: z.object({ version: Version }),
  idempotent: true,
})
export const returnTask = endpoint({
  ...command('/case-task/:taskId/return', 'Вернуть задачу в очередь'),
  body: z.object({ version: Version, comment: text(500).optional() }),
  idempotent: true,
})
export const transferTask = endpoint({
  ...command('/case-task/:taskId/transfer', 'Передать задачу'),
  body: z.object({
    version: Version,
    employeeId: Id.optional(),
    workgroupId: Id.optional(),
    comment: text(500).optional(),
  }),
  idempotent: true,
})
/** `until`: shown again then; the deadline stays what it is. */
export const postponeTask = endpoint({
  ...command('/case-task/:taskId/postpone', 'Отложить задачу'),
  body: z.object({ version: Version, until: Instant.nullable(), comment: text(500).optional() }),
  idempotent: true,
})
export const prioritiseTask = endpoint({
  ...command('/case-task/:taskId/priority', 'Приоритет задачи'),
  body: z.object({ version: Version, priority: TaskPriority }),
})
export const watchTask = endpoint({
  ...command('/case-task/:taskId/watch', 'Наблюдать за задачей'),
  body: z.object({ watch: z.boolean() }),
})
/** Closes a task that stands beside the stages, with one of the outcomes of its kind and an answer. */
export const finishTask = endpoint({
  ...command('/case-task/:taskId/finish', 'Закрыть задачу с ответом'),
  body: z.object({
    version: Version,
    outcome: Code,
    comment: text(2_000).refine((words) => words !== '', 'Напишите ответ'),
  }),
  idempotent: true,
})
/** The most urgent task that the person may take, of the given types where they are named; null: there is none. */
export const takeNextTask = endpoint({
  method: 'POST',
  path: '/case-task/next',
  summary: 'Взять следующую задачу',
  access: signedIn,
  body: z.object({
    caseTypes: z.array(CaseType).min(1).max(50).optional(),
    /** Of stages alone in which the bank looks into an application: those of the journals. */
    reviewed: z.boolean().default(false),
  }),
  response: z.object({ task: CaseTask.nullable() }),
  idempotent: true,
})

/** Tasks of a case, the open ones first. */
export const listObjectTasks = endpoint({
  method: 'GET',
  path: '/application/:id/objectTasks',
  summary: 'Задачи по делу',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: z.array(CaseTask),
})
/** Gives a colleague or a group something to do about the case; without `dueAt` the usual term runs. */
export const giveAssignment = endpoint({
  method: 'POST',
  path: '/case/:id/assignment',
  summary: 'Дать поручение по делу',
  access: signedIn,
  params: z.object({ id: IdParam }),
  body: z.object({
    employeeId: Id.optional(),
    workgroupId: Id.optional(),
    title: text(200).refine((words) => words !== '', 'Напишите, что нужно сделать'),
    details: text(2_000).optional(),
    dueAt: Instant.optional(),
    holdsMoves: z.boolean().default(false),
  }),
  response: CaseTask,
  fields: assignmentFields,
  idempotent: true,
})
/** Employees to whom an assignment of the case may be given, by words of the name. */
export const findAssignmentPeople = endpoint({
  method: 'POST',
  path: '/case/:id/assignment/people',
  summary: 'Кому можно дать поручение',
  access: signedIn,
  params: z.object({ id: IdParam }),
  body: z.object({ search: text(100).default('') }),
  response: z.array(z.object({ id: Id, fullName: z.string(), jobTitle: z.string(), openCases: z.int() })),
  reads: true,
})
/** The same of groups; `people`: how many in the group may take it. */
export const findAssignmentGroups = endpoint({
  method: 'POST',
  path: '/case/:id/assignment/groups',
  summary: 'Каким группам можно дать поручение',
  access: signedIn,
  params: z.object({ id: IdParam }),
  body: z.object({ search: text(100).default('') }),
  response: z.array(z.object({ id: Id, name: z.string(), partner: z.string(), people: z.int() })),
  reads: true,
})
/** The way of the case through its phases, with what comes next and who does it. */
export const getChainOrder = endpoint({
  method: 'GET',
  path: '/application/:id/chainOrder',
  summary: 'Порядок этапов дела',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: CaseHead.pick({ id: true, stage: true, stageName: true, phases: true }).extend({
    next: z.array(
      z.object({
        action: Code,
        label: z.string(),
        stage: Code,
        stageName: z.string(),
        bySystem: z.boolean(),
        when: Instant.nullable(),
      }),
    ),
  }),
})
/** Completes a task by an action of the case's machine. */
export const completeTask = endpoint({
  method: 'POST',
  path: '/application/:id/task/:taskId/complete',
  summary: 'Завершение задачи действием',
  access: signedIn,
  params: z.object({ id: IdParam, taskId: IdParam }),
  body: z.object({
    action: Code,
    version: Version,
    comment: text(2_000).optional(),
    reason: Code.optional(),
  }),
  response: CaseHead,
  idempotent: true,
})

/** What happened to the tasks of a process. */
export const TaskEvent = z.object({
  id: Id,
  at: Instant,
  taskId: Id,
  title: z.string(),
  kind: z.enum([
    'CREATED',
    'TAKEN',
    'RETURNED',
    'TRANSFERRED',
    'POSTPONED',
    'CAME_BACK',
    'PRIORITY',
    'COMPLETED',
    'STOPPED',
    'FAILED',
  ]),
  actor: z.string(),
  assignee: PersonRef.nullable(),
  comment: z.string().nullable(),
})
export const listTaskHistory = endpoint({
  method: 'GET',
  path: '/businessProcess/:id/taskHistory',
  summary: 'История задач процесса',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: z.array(TaskEvent),
})
/** The process of a case (its id is the case's): the machine and the case's place in it. */
export const getBusinessProcess = endpoint({
  method: 'GET',
  path: '/businessProcess/:id',
  summary: 'Процесс дела и его схема',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: z.object({
    head: CaseHead,
    /** ACTIVE, CANCELLED or FINISHED (specification 2 §3). */
    status: z.enum(['ACTIVE', 'CANCELLED', 'FINISHED']),
    ...ProcessPicture.shape,
    timers: z.array(z.object({ action: Code, label: z.string(), at: Instant })),
    clock: CaseClock,
    actions: z.array(AllowedAction),
  }),
})
