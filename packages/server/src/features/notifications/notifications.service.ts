import { type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { publish } from '#live/publish.ts'
import {
  countNotifications,
  findNotifications,
  insertNotification,
  markRead,
  type NotificationFilter,
  type NotificationText,
} from './notifications.repo.ts'

/** Leaves a notification for the person and tells their open tabs when the transaction commits. */
export async function notify(db: Db, employeeId: number, text: NotificationText): Promise<void> {
  await insertNotification(db, employeeId, text)
  await publish(db, topics.mine, {}, { employeeId })
}

/** The person's notifications, newest first. */
export async function listNotifications(db: Db, actor: Actor, query: PageQuery & NotificationFilter) {
  refuseDeepPage(query)
  const content = await findNotifications(db, actor.employeeId, query)
  const { total, unread } = await countNotifications(db, actor.employeeId, query)
  return { ...toPage(content, total, query), unread }
}

/** Marks one notification, or all, as read, or one as unread. A strange id is simply not there. */
export async function readNotifications(db: Db, actor: Actor, id: number | undefined, read = true) {
  const marked = await markRead(db, actor.employeeId, id ?? null, read)
  if (marked > 0) await publish(db, topics.mine, {}, { employeeId: actor.employeeId })
  const { unread } = await countNotifications(db, actor.employeeId)
  return { unread }
}
