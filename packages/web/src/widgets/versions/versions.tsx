import type { RecordVersion, ComparedField } from '@ipoteka-office/contract/history/history.ts'
import type { Page } from '@ipoteka-office/contract/common/page.ts'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader, PageSkeleton } from '#ui/loader.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { FailureBlock } from '../failure-block.tsx'
import { Comparison, type Sides, summaryOf } from './comparison.tsx'
import { beforeLastChange, type Moments, momentsOf } from './moments.ts'
import styles from './versions.module.css'
import { VersionsList } from './versions-list.tsx'

const size = 20

type Asked<Answer> = UseQueryOptions<Answer, Error, Answer, QueryKey>

/** Whose versions are compared, and how they are read. */
export interface Versioned extends Sides {
  /** From when on there is something to compare. */
  readonly createdAt: string
  /** What a move of the record is told as: «Этап», «Состояние». */
  readonly moveWord: string
  readonly versions: (page: { page: string; size: string }) => Asked<Page<RecordVersion>>
  readonly compare: (moments: { from: string; to?: string; all: boolean }) => Asked<ComparedField[]>
}

/** Versions of a record at the left, two of them side by side at the right. */
export function Versions({
  of,
  moments: search,
  onMoments: set,
}: {
  of: Versioned
  moments: Moments
  onMoments: (moments: Moments) => void
}) {
  const [page, setPage] = useState(1)
  const answer = useQuery(of.versions({ page: String(page - 1), size: String(size) }))
  const versions = answer.data
  const from = search.from ?? (versions && beforeLastChange(versions.content, of.createdAt))
  return (
    <>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <PageSkeleton kind="form" />}
      {versions && from !== undefined && (
        <div className={styles.columns}>
          <section className={cx('card', styles.list)} aria-labelledby="versions">
            <h2 id="versions">Версии</h2>
            <VersionsList
              versions={versions.content}
              moveWord={of.moveWord}
              isFirstPage={page === 1}
              choice={{
                from,
                to: search.to,
                onFrom: (at) => set({ ...search, from: at }),
                onTo: (at) => set(momentsOf({ ...search, from, to: at })),
              }}
            />
            {versions.totalElements > size && (
              <Pager total={versions.totalElements} page={page} size={size} onPage={setPage} />
            )}
          </section>
          <TwoVersions
            of={of}
            moments={{ ...search, from }}
            stamp={versions.content[0]?.at}
            onAll={(all) => set(momentsOf({ ...search, from, all }))}
          />
        </div>
      )}
    </>
  )
}

function TwoVersions({
  of,
  moments: { from, to, all = false },
  stamp,
  onAll,
}: {
  of: Versioned
  moments: Moments & { from: string }
  /** The newest version known: what is now is read again when there is a newer one. */
  stamp: string | undefined
  onAll: (all: boolean) => void
}) {
  const asked = of.compare({ from, all, ...(to !== undefined && { to }) })
  const answer = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, to ?? stamp ?? from],
  })
  return (
    <section className={cx('card', styles.comparison)} aria-labelledby="comparison">
      <div className={styles.top}>
        <h2 id="comparison">Сравнение версий</h2>
        <span className="muted" aria-live="polite">
          {answer.data && !answer.isError && summaryOf(answer.data)}
        </span>
        <ToggleChip value={all} onChange={onAll}>
          Все поля
        </ToggleChip>
      </div>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <DelayedLoader />}
      {answer.data?.length === 0 && !answer.isError && (
        <Empty
          title="Между этими моментами ничего не менялось"
          text="Выберите в списке версий другую пару или покажите все поля"
        />
      )}
      {answer.data && answer.data.length > 0 && !answer.isError && (
        <div className={cx(answer.isPlaceholderData && styles.stale)}>
          <Comparison sides={of} fields={answer.data} from={from} to={to} />
        </div>
      )}
    </section>
  )
}
