import { createFileRoute } from '@tanstack/react-router'
import { ChangeHistoryPage } from './change-history.tsx'

export const Route = createFileRoute('/loan-change-history/$appId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: LoanHistory,
})

function LoanHistory() {
  const { appId } = Route.useParams()
  return <ChangeHistoryPage id={appId} path="/loan-change-history" />
}
