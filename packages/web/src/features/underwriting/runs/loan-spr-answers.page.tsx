import { createFileRoute } from '@tanstack/react-router'
import { RunsPage } from './runs.tsx'

export const Route = createFileRoute('/loan-underwriting-form/$appId/spr_answers')({
  component: LoanSprAnswersPage,
})

function LoanSprAnswersPage() {
  const { appId } = Route.useParams()
  return <RunsPage id={appId} path="/loan-underwriting-form" />
}
