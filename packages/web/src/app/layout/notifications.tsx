import { topics } from '@ipoteka-office/contract/live.ts'
import {
  listNotifications,
  listTasks,
  readNotifications,
} from '@ipoteka-office/contract/notifications/notifications.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTopic } from '#api/live.ts'
import { keyOf, mutation } from '#api/query.ts'
import { useAfterFirstPage } from '#lib/after-first-page.ts'
import { countOf } from '#lib/plural.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { MenuGlyph } from '#widgets/menu/menu-icons.tsx'
import { newestNotifications } from './newest-notifications.ts'
import { cx } from '#ui/class-names.ts'
import styles from './top-bar.module.css'

const NotificationList = latePart(async () => (await import('./notification-list.tsx')).NotificationList)

/** The bell with the count of unread, and under it the person's notifications and background tasks. */
export function Notifications() {
  const client = useQueryClient()
  const { data } = useQuery({ ...newestNotifications, enabled: useAfterFirstPage() })
  useTopic(topics.mine, () => {
    void client.invalidateQueries({ queryKey: keyOf(listNotifications) })
    void client.invalidateQueries({ queryKey: keyOf(listTasks) })
  })
  const read = useMutation({
    ...mutation(readNotifications),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(listNotifications) }),
  })
  const unread = data?.unread ?? 0
  const words = unread === 0 ? 'Уведомления' : `Уведомления: ${countOf(unread, 'новое', 'новых', 'новых')}`
  return (
    <Popover
      label="Уведомления"
      trigger={(props) => (
        <button type="button" className={styles.bell} aria-label={words} {...props}>
          <MenuGlyph name="bell" />
          {unread > 0 && (
            <span className={cx('badge', styles.count)} aria-hidden="true">
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </button>
      )}
    >
      {(close) => (
        <NotificationList onOpen={close} onRead={(id) => read.mutate({ body: id === null ? {} : { id } })} />
      )}
    </Popover>
  )
}
