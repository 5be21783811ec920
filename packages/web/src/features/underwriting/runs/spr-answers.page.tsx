import { createFileRoute } from '@tanstack/react-router'
import { RunsPage } from './runs.tsx'

export const Route = createFileRoute('/underwriting-form/$appId/spr_answers')({ component: SprAnswersPage })

function SprAnswersPage() {
  const { appId } = Route.useParams()
  return <RunsPage id={appId} path="/underwriting-form" />
}
