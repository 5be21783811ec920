import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { HistoryDialog, type HistoryPages } from './history-dialog.tsx'
import { HistoryTimeline } from './history-timeline.tsx'
import styles from './history-dialog.module.css'

const latest = 3

/** «История» beside a form: the latest changes, and all of them in a dialog. */
export function LastChanges({
  pages,
  title,
  more,
  moreOfAll,
}: {
  pages: HistoryPages
  /** Of the dialog. */
  title?: string
  /** Stands under an entry here. */
  more?: (entry: HistoryEntry) => ReactNode
  /** Stands under an entry of the dialog, which it may close. */
  moreOfAll?: (entry: HistoryEntry, close: () => void) => ReactNode
}) {
  const [all, setAll] = useState(false)
  const history = useQuery(pages({ page: 0, size: latest }))
  const close = () => setAll(false)
  if (history.isError) return <p className="muted">Не удалось прочитать историю</p>
  if (!history.data) return <SkeletonLine width={70} />
  if (history.data.totalElements === 0) return <p className="muted">Изменений ещё не было</p>
  return (
    <>
      <HistoryTimeline entries={history.data.content} {...(more && { more })} />
      <p className={styles.all}>
        <Button look="link" onClick={() => setAll(true)}>
          Вся история
        </Button>
      </p>
      {all && (
        <HistoryDialog
          pages={pages}
          {...(title !== undefined && { title })}
          {...(moreOfAll && { more: (entry: HistoryEntry) => moreOfAll(entry, close) })}
          onClose={close}
        />
      )}
    </>
  )
}
