import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { FailureBlock } from '../failure-block.tsx'
import styles from './history-dialog.module.css'
import { HistoryTimeline } from './history-timeline.tsx'

const size = 10

type HistoryPage = Page<HistoryEntry>

/** Reads one page of a history: `(page) => query(listItemHistory, { params, query: page })`. */
export type HistoryPages = (page: {
  page: number
  size: number
}) => UseQueryOptions<HistoryPage, Error, HistoryPage, QueryKey>

interface HistoryListProps {
  pages: HistoryPages
  /** Stands under an entry: a way back. */
  more?: (entry: HistoryEntry) => ReactNode
}

/** A history by pages, newest first. */
export function HistoryList({ pages, more }: HistoryListProps) {
  const [page, setPage] = useState(1)
  const history = useQuery({
    ...pages({ page: page - 1, size }),
  })
  if (history.isError) return <FailureBlock failure={history.error} onRetry={() => void history.refetch()} />
  if (!history.data) return <DelayedLoader />
  const { content, totalElements } = history.data
  if (totalElements === 0) return <Empty title="Изменений ещё не было" />
  return (
    <>
      <HistoryTimeline entries={content} {...(more && { more })} />
      {totalElements > size && (
        <div className={styles.pager}>
          <Pager total={totalElements} page={page} size={size} onPage={setPage} />
        </div>
      )}
    </>
  )
}

/** The same in a dialog of its own. */
export function HistoryDialog({
  title = 'История изменений',
  onClose,
  ...list
}: HistoryListProps & {
  title?: string
  onClose: () => void
}) {
  return (
    <Dialog open onClose={onClose} size="large" title={title}>
      <HistoryList {...list} />
    </Dialog>
  )
}
