import { searchCases } from '@ipoteka-office/contract/case-lists.ts'
import { createLead } from '@ipoteka-office/contract/leads.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { CaseListPage } from '#widgets/case-list/case-list-page.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'

export const Route = createFileRoute('/leads')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: LeadsPage,
})

function LeadsPage() {
  return useRights().mayCall(searchCases, { list: 'leads' }) ? <LeadsList /> : <Forbidden />
}

function LeadsList() {
  const rights = useRights()
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const archived = String(search.archived) === 'true'
  return (
    <CaseListPage
      list="leads"
      title={archived ? 'Лиды: архив' : 'Лиды'}
      search={search}
      navigate={navigate}
      onOpen={(to) => void go({ to })}
      place={{ tab: 'all', archived }}
      emptyTitle={archived ? 'В архиве нет лидов' : 'Лидов нет'}
      buttons={
        <>
          <Button onClick={() => navigate(archived ? {} : { archived: true })}>
            {archived ? 'К активным' : 'Архив'}
          </Button>
          <Button
            look="primary"
            disabledReason={rights.mayCall(createLead) ? null : 'Нет права заводить лиды'}
            onClick={() => void go({ to: '/lead/$leadId', params: { leadId: 'new' } })}
          >
            Новый лид
          </Button>
        </>
      }
    />
  )
}
