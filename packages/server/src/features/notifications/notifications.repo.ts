import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { Notification } from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What a notification says. */
export interface NotificationText {
  readonly kind: Notification['kind']
  readonly text: string
  readonly link?: string
}

export async function insertNotification(db: Db, employeeId: number, text: NotificationText): Promise<void> {
  await db
    .insertInto('notification')
    .values({ employee_id: employeeId, kind: text.kind, text: text.text, link: text.link ?? null })
    .execute()
}

/** What of a person's notifications is asked for. */
export interface NotificationFilter {
  readonly kind?: Notification['kind'] | undefined
  readonly unread: boolean
}

export async function findNotifications(
  db: Db,
  employeeId: number,
  { page, size, kind, unread }: PageQuery & NotificationFilter,
): Promise<Notification[]> {
  const rows = await db
    .selectFrom('notification')
    .select(['id', 'at', 'kind', 'text', 'link', 'read_at'])
    .where('employee_id', '=', employeeId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(unread, (query) => query.where('read_at', 'is', null))
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute()
  return rows.map(({ read_at, kind, ...row }) => ({
    ...row,
    kind: kind as Notification['kind'],
    read: read_at !== null,
  }))
}

export async function countNotifications(
  db: Db,
  employeeId: number,
  { kind, unread }: NotificationFilter = { unread: false },
): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    SELECT (count(*) FILTER (WHERE (${kind ?? null}::text IS NULL OR kind = ${kind ?? null})
        AND (NOT ${unread}::boolean OR read_at IS NULL)))::int AS total,
      (count(*) FILTER (WHERE read_at IS NULL))::int AS unread
    FROM notification WHERE employee_id = ${employeeId}`.execute(db)
  return rows[0] ?? { total: 0, unread: 0 }
}

/** Marks one of the person's notifications, or all, as read or not; answers how many were different until now. */
export async function markRead(
  db: Db,
  employeeId: number,
  id: number | null,
  read: boolean,
): Promise<number> {
  const result = await db
    .updateTable('notification')
    .set({ read_at: read ? sql`now()` : null })
    .where('employee_id', '=', employeeId)
    .where('read_at', read ? 'is' : 'is not', null)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
