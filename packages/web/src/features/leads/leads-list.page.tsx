import { createLead } from '@ipoteka-office/contract/leads/leads.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useRights } from '#api/rights.ts'
import { archiveInSearch } from '#widgets/case-list/archive-in-search.ts'
import { CaseListPage } from '#widgets/case-list/case-list-page.tsx'

export const Route = createFileRoute('/leads')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: LeadsPage,
})

function LeadsPage() {
  const mayCreate = useRights().mayCall(createLead)
  const go = useNavigate({ from: Route.fullPath })
  return (
    <CaseListPage
      list="leads"
      {...archiveInSearch(Route.useSearch(), (search) => void go({ search }))}
      create={{
        text: 'Новый лид',
        disabledReason: mayCreate ? null : 'Нет права заводить лиды',
        onClick: () => void go({ to: '/lead/$leadId', params: { leadId: 'new' } }),
      }}
    />
  )
}
