import { createLoanApplication } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '#api/rights.ts'
import { archiveInSearch } from '#widgets/case-list/archive-in-search.ts'
import { CaseListPage } from '#widgets/case-list/case-list-page.tsx'
import { CreateLoanDialog } from './create-loan-dialog.tsx'

export const Route = createFileRoute('/loan-applications/')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: LoansPage,
})

function LoansPage() {
  const mayCreate = useRights().mayCall(createLoanApplication)
  const go = useNavigate({ from: Route.fullPath })
  const [creating, setCreating] = useState(false)
  return (
    <>
      <CaseListPage
        list="loans"
        {...archiveInSearch(Route.useSearch(), (search) => void go({ search }))}
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
