import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { openPlace } from '#widgets/case-sections/open-place.ts'
import { openedSearch } from '#widgets/documents/opened-search.ts'
import { LoanApplicationPage, type LoanApplicationSearch } from './loan-application.tsx'

export const Route = createFileRoute('/loan-app-edit/$loanAppId')({
  validateSearch: (search: Record<string, unknown>): LoanApplicationSearch => ({
    ...openPlace(search),
    ...openedSearch(search),
  }),
  component: LoanAppEditPage,
})

function LoanAppEditPage() {
  const { loanAppId } = Route.useParams()
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  return (
    <LoadedCase id={loanAppId} type="LOAN_APPLICATION">
      {(head) => (
        <LoanApplicationPage head={head} search={search} onSearch={(next) => void go({ search: next })} />
      )}
    </LoadedCase>
  )
}
