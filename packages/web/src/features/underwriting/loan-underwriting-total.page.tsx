import { createFileRoute } from '@tanstack/react-router'
import { decisionSearch } from './decision-search.ts'
import { TotalPage } from './total.tsx'

export const Route = createFileRoute('/loan-underwriting-total/$appId')({
  validateSearch: decisionSearch,
  component: LoanUnderwritingTotalPage,
})

function LoanUnderwritingTotalPage() {
  const { appId } = Route.useParams()
  const { decision } = Route.useSearch()
  return <TotalPage id={appId} path="/loan-underwriting-total" wanted={decision ?? null} />
}
