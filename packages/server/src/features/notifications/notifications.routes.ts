import * as api from '@ipoteka-office/contract/notifications/notifications.ts'
import type { FileStore } from '#files/file-store.ts'
import { type Route, route } from '#http/route.ts'
import { listNotifications, readNotifications } from './notifications.service.ts'
import { getTask, listTasks, openTaskResult, stopTask } from './tasks.service.ts'

/** Notifications and background tasks of the caller. */
export const notificationsRoutes = ({ files }: { files: FileStore }): Route[] => [
  route(api.listNotifications, ({ query }, { db, actor }) => listNotifications(db, actor, query)),
  route(api.readNotifications, ({ body }, { db, actor }) => readNotifications(db, actor, body.id, body.read)),
  route(api.listTasks, (_, { db, actor }) => listTasks(db, actor)),
  route(api.getTask, ({ params }, { db, actor }) => getTask(db, actor, params.id)),
  route(api.stopTask, ({ params }, { db, actor }) => stopTask(db, actor, params.id)),
  route(api.downloadTaskResult, ({ params }, { db, actor }) => openTaskResult(db, files, actor, params.id)),
]
