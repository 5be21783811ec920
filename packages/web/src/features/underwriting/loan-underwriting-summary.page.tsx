import { createFileRoute } from '@tanstack/react-router'
import { SummaryPage } from './summary.tsx'

export const Route = createFileRoute('/loan-underwriting-summary/$appId')({
  component: LoanUnderwritingSummaryPage,
})

function LoanUnderwritingSummaryPage() {
  const { appId } = Route.useParams()
  return <SummaryPage id={appId} path="/loan-underwriting-summary" />
}
