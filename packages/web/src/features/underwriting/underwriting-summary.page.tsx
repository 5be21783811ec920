import { createFileRoute } from '@tanstack/react-router'
import { SummaryPage } from './summary.tsx'

export const Route = createFileRoute('/underwriting-summary/$appId')({ component: UnderwritingSummaryPage })

function UnderwritingSummaryPage() {
  const { appId } = Route.useParams()
  return <SummaryPage id={appId} path="/underwriting-summary" />
}
