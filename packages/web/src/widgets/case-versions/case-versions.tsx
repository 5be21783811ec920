import { sectionsOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import { type CaseHead, compareCase, listCaseVersions } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader, PageSkeleton } from '#ui/loader.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { useCaseRefresh } from '../case/case-data.ts'
import { FailureBlock } from '../failure-block.tsx'
import styles from './case-versions.module.css'
import { Comparison, summaryOf } from './comparison.tsx'
import { beforeLastChange, type Moments, momentsOf } from './moments.ts'
import { VersionsList } from './versions-list.tsx'

const size = 20

/** Versions of a case at the left, two of them side by side at the right; which two, the address says. */
export function CaseVersions({
  head,
  moments: search,
  onMoments: set,
}: {
  head: CaseHead
  moments: Moments
  onMoments: (moments: Moments) => void
}) {
  const [page, setPage] = useState(1)
  const answer = useQuery(
    query(listCaseVersions, {
      params: { id: String(head.id) },
      query: { page: String(page - 1), size: String(size) },
    }),
  )
  const parts = sectionsOf(head.type).map((code) => `section:${code}`)
  useCaseRefresh(head.id, ['head', 'participants', 'card', 'realty', ...parts], () => void answer.refetch())
  const versions = answer.data
  const from = search.from ?? (versions && beforeLastChange(versions.content, head.createdAt))
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
            head={head}
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
  head,
  moments: { from, to, all = false },
  stamp,
  onAll,
}: {
  head: CaseHead
  moments: Moments & { from: string }
  /** The newest version known: what is now is read again when there is a newer one. */
  stamp: string | undefined
  onAll: (all: boolean) => void
}) {
  const asked = query(compareCase, {
    params: { id: String(head.id) },
    body: { from, all, ...(to !== undefined && { to }) },
  })
  const answer = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, to ?? stamp],
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
          <Comparison head={head} fields={answer.data} from={from} to={to} />
        </div>
      )}
    </section>
  )
}
