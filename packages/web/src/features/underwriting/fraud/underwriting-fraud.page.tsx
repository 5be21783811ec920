import { createFileRoute } from '@tanstack/react-router'
import { FraudPage } from './fraud.tsx'
import { fraudSearch } from './fraud-search.ts'

export const Route = createFileRoute('/underwriting-fraud/$fullAppId')({
  validateSearch: fraudSearch,
  component: UnderwritingFraudPage,
})

function UnderwritingFraudPage() {
  const { fullAppId } = Route.useParams()
  const { part } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <FraudPage
      id={fullAppId}
      path="/underwriting-fraud"
      part={part}
      onPart={(next) => void navigate({ search: { part: next }, replace: true })}
    />
  )
}
