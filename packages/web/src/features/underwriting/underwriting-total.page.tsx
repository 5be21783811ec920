import { createFileRoute } from '@tanstack/react-router'
import { decisionSearch } from './decision-search.ts'
import { TotalPage } from './total.tsx'

export const Route = createFileRoute('/underwriting-total/$appId')({
  validateSearch: decisionSearch,
  component: UnderwritingTotalPage,
})

function UnderwritingTotalPage() {
  const { appId } = Route.useParams()
  const { decision } = Route.useSearch()
  return <TotalPage id={appId} path="/underwriting-total" wanted={decision ?? null} />
}
