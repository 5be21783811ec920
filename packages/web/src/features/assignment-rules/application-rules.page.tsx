import { createFileRoute } from '@tanstack/react-router'
import { AssignmentPage } from './assignment-page.tsx'

export const Route = createFileRoute('/application-assignment-config')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ApplicationRulesPage,
})

function ApplicationRulesPage() {
  return <AssignmentPage page="APPLICATIONS" search={Route.useSearch()} />
}
