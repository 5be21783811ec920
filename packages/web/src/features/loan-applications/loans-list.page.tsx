import { searchCases } from '@ipoteka-office/contract/case-lists.ts'
import { createLoanApplication } from '@ipoteka-office/contract/loan-applications.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { CaseListPage } from '#widgets/case-list/case-list-page.tsx'
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
  const rights = useRights()
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const [creating, setCreating] = useState(false)
  const archived = String(search['archived']) === 'true'
  const title = 'Заявки на потребительский кредит'
  return (
    <>
      <CaseListPage
        list="loans"
        title={archived ? `${title}: архив` : title}
        search={search}
        navigate={navigate}
        onOpen={(to) => void go({ to })}
        place={{ tab: 'all', archived }}
        emptyTitle={archived ? 'В архиве нет заявок' : 'Заявок нет'}
        buttons={
          <>
            <Button onClick={() => navigate(archived ? {} : { archived: true })}>
              {archived ? 'К активным' : 'Архив'}
            </Button>
            <Button
              look="primary"
              disabledReason={rights.mayCall(createLoanApplication) ? null : 'Нет права заводить заявки'}
              onClick={() => setCreating(true)}
            >
              Новая заявка
            </Button>
          </>
        }
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
