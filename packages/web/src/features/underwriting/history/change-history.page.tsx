import { createFileRoute } from '@tanstack/react-router'
import { ChangeHistoryPage } from './change-history.tsx'

export const Route = createFileRoute('/change-history/$appId')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: History,
})

function History() {
  const { appId } = Route.useParams()
  return <ChangeHistoryPage id={appId} path="/change-history" />
}
