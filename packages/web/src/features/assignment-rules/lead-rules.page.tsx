import { createFileRoute } from '@tanstack/react-router'
import { AssignmentPage } from './assignment-page.tsx'

export const Route = createFileRoute('/responsible-assignment-config')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: LeadRulesPage,
})

function LeadRulesPage() {
  return <AssignmentPage page="LEADS" search={Route.useSearch()} />
}
