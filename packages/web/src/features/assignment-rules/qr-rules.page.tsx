import { createFileRoute } from '@tanstack/react-router'
import { AssignmentPage } from './assignment-page.tsx'

export const Route = createFileRoute('/assignment-rules')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: QrRulesPage,
})

function QrRulesPage() {
  return <AssignmentPage page="QR" search={Route.useSearch()} />
}
