import { z } from 'zod'
import { FlagParam } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id, IdParam, Instant } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'

/** Kinds of notification (specification 2 §3 «Notification types»). */
export const notificationKinds = ['error', 'warning', 'info', 'event'] as const

export const Notification = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(notificationKinds),
  text: z.string(),
  link: z.string().nullable(),
  read: z.boolean(),
})
export type Notification = z.output<typeof Notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'Уведомления пользователя',
  access: signedIn,
  query: PageQuery.extend({
    kind: z.enum(notificationKinds).optional(),
    /** Only those that have not been read. */
    unread: FlagParam.default(false),
  }),
  /** `unread`: of every kind. */
  response: pageOf(Notification).extend({ unread: z.int() }),
})
/** Marks one (or, without an id, all) as read; `read: false` takes the mark off one. */
export const readNotifications = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Отметка о прочтении',
  access: signedIn,
  body: z
    .object({ id: Id.optional(), read: z.boolean().default(true) })
    .refine(({ id, read }) => read || id !== undefined, 'Укажите уведомление'),
  response: z.object({ unread: z.int() }),
})

/** Task states (specification 2 §3). */
export const taskStates = ['IDLE', 'RUNNING', 'STOPPING', 'STOPPED', 'COMPLETED', 'FAILED'] as const

/** Long work that a person started: can be left and found again. */
export const BackgroundTask = z.object({
  id: Id,
  /** `export` leaves a file, `work` has done something. */
  kind: z.enum(['export', 'work']),
  title: z.string(),
  state: z.enum(taskStates),
  done: z.int(),
  total: z.int(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  /** Link under /api to the result, when there is one. */
  resultLink: z.string().nullable(),
  error: z.string().nullable(),
})
export type BackgroundTask = z.output<typeof BackgroundTask>

export const listTasks = endpoint({
  method: 'GET',
  path: '/tasks',
  summary: 'Фоновые задания пользователя',
  access: signedIn,
  response: z.array(BackgroundTask),
})
export const getTask = endpoint({
  method: 'GET',
  path: '/tasks/:id',
  summary: 'Фоновое задание',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: BackgroundTask,
})
export const stopTask = endpoint({
  method: 'POST',
  path: '/tasks/:id/stop',
  summary: 'Остановка фонового задания',
  access: signedIn,
  params: z.object({ id: IdParam }),
  body: z.object({}).optional(),
  response: BackgroundTask,
})
export const downloadTaskResult = endpoint({
  method: 'GET',
  path: '/tasks/:id/result',
  summary: 'Файл фонового задания',
  access: signedIn,
  params: z.object({ id: IdParam }),
  produces: 'file',
})
