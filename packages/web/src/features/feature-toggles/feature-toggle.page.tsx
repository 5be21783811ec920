import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import {
  createFeatureToggle,
  getFeatureToggle,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { ToggleEditor } from './toggle-editor.tsx'

export const Route = createFileRoute('/featureToggle/$toggleId')({ component: FeatureTogglePage })

function FeatureTogglePage() {
  const { toggleId } = Route.useParams()
  const rights = useRights()
  if (toggleId === 'new') {
    if (!rights.mayCall(createFeatureToggle)) return <Forbidden />
    return <ToggleEditor key="new" toggle={null} onRefresh={() => undefined} />
  }
  if (!IdParam.safeParse(toggleId).success) return <NotFound />
  if (!rights.mayCall(getFeatureToggle)) return <Forbidden />
  return <LoadedToggle key={toggleId} id={toggleId} />
}

function LoadedToggle({ id }: { id: string }) {
  const answer = useQuery(query(getFeatureToggle, { params: { id } }))
  if (answer.data) return <ToggleEditor toggle={answer.data} onRefresh={() => void answer.refetch()} />
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return <PageSkeleton kind="form" />
}
