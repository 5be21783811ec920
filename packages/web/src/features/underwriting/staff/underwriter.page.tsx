import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { getUnderwriter, type Underwriter } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { shortName } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { WithSidePanel } from '#ui/overlay/side-panel.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { useRecordRefresh } from '#widgets/live-refresh.ts'
import { Authorities } from './authorities.tsx'
import { refreshUnderwriters } from './refresh-underwriters.ts'
import { UnderwriterHead } from './underwriter-head.tsx'
import { UnderwriterSide } from './underwriter-side.tsx'
import styles from './staff.module.css'

export const Route = createFileRoute('/underwriting-card/$appId')({ component: UnderwriterPage })

function UnderwriterPage() {
  const { appId } = Route.useParams()
  const mayOpen = useRights().mayCall(getUnderwriter)
  if (!IdParam.safeParse(appId).success) return <NotFound />
  if (!mayOpen) return <Forbidden />
  return <LoadedUnderwriter key={appId} id={appId} />
}

function LoadedUnderwriter({ id }: { id: string }) {
  const answer = useQuery(query(getUnderwriter, { params: { id } }))
  useRecordRefresh(topics.underwriters, answer, () => void refreshUnderwriters())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return answer.data ? <Card underwriter={answer.data} /> : <PageSkeleton kind="form" />
}

function Card({ underwriter }: { underwriter: Underwriter }) {
  usePagePlace(
    'Управление',
    { text: 'Сотрудники', href: '/underwriting-employees' },
    shortName(underwriter.fullName),
  )
  return (
    <>
      <UnderwriterHead underwriter={underwriter} />
      <div className={styles.card}>
        <WithSidePanel panel={<UnderwriterSide underwriter={underwriter} />}>
          <Authorities underwriter={underwriter} />
        </WithSidePanel>
      </div>
    </>
  )
}
