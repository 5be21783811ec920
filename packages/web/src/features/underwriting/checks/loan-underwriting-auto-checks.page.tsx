import { createFileRoute } from '@tanstack/react-router'
import { ChecksPage } from './checks.tsx'
import { checksSearch } from './checks-search.ts'

export const Route = createFileRoute('/loan-underwriting-auto-checks/$appId')({
  validateSearch: checksSearch,
  component: LoanUnderwritingAutoChecksPage,
})

function LoanUnderwritingAutoChecksPage() {
  const { appId } = Route.useParams()
  const { part } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ChecksPage
      id={appId}
      path="/loan-underwriting-auto-checks"
      part={part}
      onPart={(next) => void navigate({ search: { part: next }, replace: true })}
    />
  )
}
