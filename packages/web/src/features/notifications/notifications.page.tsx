import { topics } from '@ipoteka-office/contract/live.ts'
import {
  listNotifications,
  type Notification,
  notificationKinds,
  readNotifications,
} from '@ipoteka-office/contract/notifications/notifications.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { keyOf, mutation, query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { CodesFilterChip, FilterBar } from '#ui/table/filter-chip.tsx'
import { listSchema, textFilter, useListState } from '#ui/table/list-state.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './notifications.module.css'

export const Route = createFileRoute('/notifications')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: NotificationsPage,
})

const schema = listSchema({
  tabs: ['all', 'unread'],
  filters: { kind: textFilter },
  sortable: [],
  defaultSort: { key: 'at', direction: 'desc' },
})
const tabLabels = { all: 'Все', unread: 'Непрочитанные' } as const
type Kind = Notification['kind']
const kinds: Record<Kind, { name: string; tone: Tone }> = {
  error: { name: 'Ошибка', tone: 'red' },
  warning: { name: 'Внимание', tone: 'amber' },
  info: { name: 'Сообщение', tone: 'blue' },
  event: { name: 'Событие', tone: 'green' },
}
const kindOf = (text: string): Kind | undefined => notificationKinds.find((kind) => kind === text)

/** All that the product has told the person: read and unread, by kind, as it comes. */
function NotificationsPage() {
  usePagePlace('Уведомления')
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const state = useListState(schema, search, navigate)
  const client = useQueryClient()
  const kind = kindOf(state.filters.kind)
  const asked = (tab: keyof typeof tabLabels) => ({
    page: tab === state.tab ? state.page - 1 : 0,
    size: state.size,
    ...(kind !== undefined && { kind }),
    ...(tab === 'unread' && { unread: 'true' as const }),
  })
  const read = (tab: keyof typeof tabLabels) => ({
    ...query(listNotifications, { query: asked(tab) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always' as const,
  })
  const all = useQuery(read('all'))
  const unread = useQuery(read('unread'))
  const list = state.tab === 'all' ? all : unread
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(listNotifications) })
  useLiveRefresh(topics.mine, refresh)
  const mark = useMutation({ ...mutation(readNotifications), onSettled: refresh, onError: notifyFailure })
  return (
    <>
      <PageHead title="Уведомления">
        {(list.data?.unread ?? 0) > 0 && (
          <Button loading={mark.isPending} onClick={() => mark.mutate({ body: {} })}>
            Прочитать все
          </Button>
        )}
      </PageHead>
      <TabsWithCounts
        label="Прочитанные и нет"
        tabs={schema.tabs.map((key) => ({
          key,
          label: tabLabels[key],
          count: (key === 'all' ? all : unread).data?.totalElements,
        }))}
        value={state.tab}
        onChange={state.setTab}
      />
      <FilterBar>
        <CodesFilterChip
          label="Вид"
          options={notificationKinds.map((code) => ({ code, name: kinds[code].name }))}
          value={kind === undefined ? [] : [kind]}
          onChange={(codes) => state.setFilters({ kind: codes.at(-1) ?? '' })}
        />
      </FilterBar>
      {list.error && !list.data && <FailureBlock failure={list.error} onRetry={() => void list.refetch()} />}
      {!list.error && !list.data && <DelayedLoader />}
      {list.data && (
        <Rows rows={list.data.content} onMark={(id, toRead) => mark.mutate({ body: { id, read: toRead } })} />
      )}
      {list.data && list.data.totalElements > 0 && (
        <Pager
          total={list.data.totalElements}
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
  if (rows.length === 0) return <p className={styles.empty}>Уведомлений нет</p>
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
