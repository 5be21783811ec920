import { searchCases } from '@ipoteka-office/contract/cases/case-lists.ts'
import { createLead } from '@ipoteka-office/contract/leads/leads.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useRights } from '#api/rights.ts'
import { archiveInSearch, CaseListPage } from '#widgets/case-list/case-list-page.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'

export const Route = createFileRoute('/leads')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: LeadsPage,
})

function LeadsPage() {
  return useRights().mayCall(searchCases, { list: 'leads' }) ? <LeadsList /> : <Forbidden />
}

function LeadsList() {
  const mayCreate = useRights().mayCall(createLead)
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  return (
    <CaseListPage
      list="leads"
      {...archiveInSearch(Route.useSearch(), navigate)}
      onOpen={(to) => void go({ to })}
      create={{
        text: 'Новый лид',
        disabledReason: mayCreate ? null : 'Нет права заводить лиды',
        onClick: () => void go({ to: '/lead/$leadId', params: { leadId: 'new' } }),
      }}
    />
  )
}
