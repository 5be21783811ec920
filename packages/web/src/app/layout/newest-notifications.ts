import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import { query } from '#api/query.ts'

/** The newest notifications, as the bell and its panel read them. */
export const newestNotifications = query(listNotifications, { query: { page: 0, size: 20 } })
