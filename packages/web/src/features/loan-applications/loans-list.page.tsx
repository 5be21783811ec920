import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { archiveInSearch } from '#widgets/case-list/archive-in-search.ts'
import { CaseListPage } from '#widgets/case-list/case-list-page.tsx'

export const Route = createFileRoute('/loan-applications/')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: LoansPage,
})

function LoansPage() {
  const go = useNavigate({ from: Route.fullPath })
  return (
    <CaseListPage list="loans" {...archiveInSearch(Route.useSearch(), (search) => void go({ search }))} />
  )
}
