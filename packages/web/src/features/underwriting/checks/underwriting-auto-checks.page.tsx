import { createFileRoute } from '@tanstack/react-router'
import { ChecksPage } from './checks.tsx'
import { checksSearch } from './checks-search.ts'

export const Route = createFileRoute('/underwriting-auto-checks/$appId')({
  validateSearch: checksSearch,
  component: UnderwritingAutoChecksPage,
})

function UnderwritingAutoChecksPage() {
  const { appId } = Route.useParams()
  const { part } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ChecksPage
      id={appId}
      path="/underwriting-auto-checks"
      part={part}
      onPart={(next) => void navigate({ search: { part: next }, replace: true })}
    />
  )
}
