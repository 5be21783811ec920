import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { archiveInSearch } from '#widgets/case-list/archive-in-search.ts'
import { CaseListPage } from '#widgets/case-list/case-list-page.tsx'

export const Route = createFileRoute('/leads')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: LeadsPage,
})

function LeadsPage() {
  const go = useNavigate({ from: Route.fullPath })
  return (
    <CaseListPage list="leads" {...archiveInSearch(Route.useSearch(), (search) => void go({ search }))} />
  )
}
