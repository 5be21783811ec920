import { searchCases } from '@ipoteka-office/contract/cases/case-lists.ts'
import { createLoanApplication } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useRights } from '#api/rights.ts'
import { archiveInSearch, CaseListPage } from '#widgets/case-list/case-list-page.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { CreateLoanDialog } from './create-loan-dialog.tsx'

export const Route = createFileRoute('/loan-applications/')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: LoansPage,
})

function LoansPage() {
  return useRights().mayCall(searchCases, { list: 'loans' }) ? <LoansList /> : <Forbidden />
}

function LoansList() {
  const mayCreate = useRights().mayCall(createLoanApplication)
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const [creating, setCreating] = useState(false)
  return (
    <>
      <CaseListPage
        list="loans"
        {...archiveInSearch(Route.useSearch(), navigate)}
        onOpen={(to) => void go({ to })}
        create={{
          text: 'Новая заявка',
          disabledReason: mayCreate ? null : 'Нет права заводить заявки',
          onClick: () => setCreating(true),
        }}
      />
      {creating && (
        <CreateLoanDialog
          onClose={() => setCreating(false)}
          onCreated={(id) => void go({ to: '/loan-app-edit/$loanAppId', params: { loanAppId: String(id) } })}
        />
      )}
    </>
  )
}
