import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { sectionsOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import { type CaseHead, compareCase, listCaseVersions } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader, PageSkeleton } from '#ui/loader.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { CasePage } from '#widgets/case/case-page.tsx'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './case-versions.module.css'
import { Comparison, summaryOf } from './comparison.tsx'
import { beforeLastChange, type Moments, momentsOf } from './moments.ts'
import { VersionsList } from './versions-list.tsx'

export const Route = createFileRoute('/case-versions/$caseId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: CaseVersionsPage,
})

function CaseVersionsPage() {
  const { caseId } = Route.useParams()
  return <LoadedCase id={caseId}>{(head) => <Versions head={head} />}</LoadedCase>
}

const size = 20

/** Versions of a case at the left, two of them side by side at the right. */
function Versions({ head }: { head: CaseHead }) {
  usePagePlace({ text: `№ ${head.number}`, href: casePath(head.type, head.id) }, 'Сравнение версий')
  const search = momentsOf(Route.useSearch())
  const go = useNavigate({ from: Route.fullPath })
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
  const set = (next: Moments) => void go({ search: { ...next }, replace: true, resetScroll: false })
  return (
    <CasePage head={head} panel="folded">
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
    </CasePage>
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
