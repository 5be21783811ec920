import { DecisionPages } from '#widgets/case/decision-pages.tsx'
import { summaryPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { OfProduct } from './of-product.tsx'
import { type CaseSummary, getCaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDate } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Tag } from '#ui/tag.tsx'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './summary.module.css'
import { Checks, Conditions, Loan } from './summary-more.tsx'
import { Advice, Chronology, Deal, Earlier, Figures, Grounds, Objects, People } from './summary-parts.tsx'

/** «Сводка по заявке»: one page, on the screen or on paper, on which a simple case is decided. */
export function SummaryPage({ id, path }: { id: string; path: string }) {
  const answer = useQuery(query(getCaseSummary, { params: { id } }))
  useWholeCaseRefresh(Number(id), () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <PageSkeleton kind="form" />
  const { type, id: caseId } = answer.data.head
  return (
    <OfProduct address={summaryPath(type, caseId)} path={path}>
      <Summary summary={answer.data} />
    </OfProduct>
  )
}

function Summary({ summary }: { summary: CaseSummary }) {
  const { head } = summary
  const title = `Сводка по заявке № ${head.number}`
  usePagePlace({ text: 'Журнал заявок', href: '/underwriting' }, title)
  return (
    <div className={styles.summary}>
      <PageHead title={title} mark={<Tag>{head.stageName}</Tag>}>
        <Button onClick={() => window.print()}>Печать</Button>
      </PageHead>
      <p className="muted">
        {head.clientName} · {head.partner.shortName}
        {head.region && ` · ${head.region.name}`} · создана {formatDate(head.createdAt)}
      </p>
      <DecisionPages head={head} here="summary" />
      <div className={styles.parts}>
        <Deal summary={summary} />
        <Loan summary={summary} />
        <Figures summary={summary} />
        <Advice summary={summary} />
        <People summary={summary} />
        {summary.objects.length > 0 && <Objects summary={summary} />}
        <Grounds summary={summary} />
        <Checks summary={summary} />
        <Conditions summary={summary} />
        <Earlier summary={summary} />
        <Chronology summary={summary} />
      </div>
    </div>
  )
}
