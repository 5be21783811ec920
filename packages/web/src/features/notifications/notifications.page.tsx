import { topics } from '@ipoteka-office/contract/live.ts'
import {
  listNotifications,
  type Notification,
  readNotifications,
} from '@ipoteka-office/contract/notifications/notifications.ts'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { mutation } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { ListFilters } from '#ui/table/list-filters.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { word } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'
import { TabsRow } from '#widgets/list/list-tabs.tsx'
import { useFilterChips } from '#widgets/list/use-filter-chips.ts'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './notifications.module.css'

export const Route = createFileRoute('/notifications')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: NotificationsPage,
})

type Kind = Notification['kind']
const kinds: Record<Kind, { name: string; tone: Tone }> = {
  error: { name: 'Ошибка', tone: 'red' },
  warning: { name: 'Внимание', tone: 'amber' },
  info: { name: 'Сообщение', tone: 'blue' },
  event: { name: 'Событие', tone: 'green' },
}
const kindWords = Object.fromEntries(Object.entries(kinds).map(([kind, { name }]) => [kind, name])) as Record<
  Kind,
  string
>

const notificationsList = serverList(listNotifications, {
  key: 'notifications',
  tabs: {
    label: 'Прочитанные и нет',
    words: { all: 'Все', unread: 'Непрочитанные' },
    asks: { unread: { unread: 'true' } },
    counts: 'each',
  },
  filters: [word('kind', 'Вид', kindWords)],
  ask: ({ filter, paging }) => ({ query: { ...paging, ...filter } }),
})

/** All that the product has told the person: read and unread, by kind, as it comes. */
function NotificationsPage() {
  usePagePlace('Уведомления')
  const list = useServerList(notificationsList)
  const { state, page, answer, refresh } = list
  const chips = useFilterChips(list.filters, state)
  useLiveRefresh(topics.mine, refresh)
  const mark = useMutation({ ...mutation(readNotifications), onSettled: refresh, onError: notifyFailure })
  return (
    <>
      <PageHead title="Уведомления">
        {(page?.unread ?? 0) > 0 && (
          <Button loading={mark.isPending} onClick={() => mark.mutate({ body: {} })}>
            Прочитать все
          </Button>
        )}
      </PageHead>
      {list.tabs && <TabsRow {...list.tabs} />}
      <ListFilters filters={chips} onReset={state.active.length > 0 ? state.resetFilters : null} />
      {answer.isError && <FailureBlock failure={answer.error} onRetry={refresh} />}
      {answer.isPending && <DelayedLoader />}
      {page && (
        <Rows rows={page.content} onMark={(id, toRead) => mark.mutate({ body: { id, read: toRead } })} />
      )}
      {page && page.totalElements > 0 && (
        <Pager
          total={page.totalElements}
          page={state.page}
          size={state.size}
          onPage={state.setPage}
          onSize={state.setSize}
        />
      )}
    </>
  )
}

interface RowsProps {
  readonly rows: readonly Notification[]
  readonly onMark: (id: number, read: boolean) => void
}

function Rows({ rows, onMark }: RowsProps) {
  if (rows.length === 0)
    return (
      <Empty
        title="Уведомлений нет"
        text="Здесь то, о чём система сообщала вам: назначения, сроки, готовые файлы."
      />
    )
  return (
    <ul className={styles.list} aria-label="Уведомления">
      {rows.map((item) => (
        <li key={item.id} className={cx(styles.item, !item.read && styles.unread)}>
          <Tag tone={kinds[item.kind].tone}>{kinds[item.kind].name}</Tag>
          <div className={styles.text}>
            <NotificationText item={item} onMark={onMark} />
            <span className={styles.at}>{formatMoment(item.at, serverNow())}</span>
          </div>
          <Button look="link" onClick={() => onMark(item.id, !item.read)}>
            {item.read ? 'Сделать непрочитанным' : 'Прочитано'}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function NotificationText({ item, onMark }: { item: Notification; onMark: RowsProps['onMark'] }) {
  // Only addresses of the product itself open from a notification.
  if (item.link === null || !/^\/(?!\/)/.test(item.link)) return <span>{item.text}</span>
  const open = () => {
    if (!item.read) onMark(item.id, true)
  }
  return (
    <HrefLink href={item.link} onClick={open}>
      {item.text}
    </HrefLink>
  )
}
