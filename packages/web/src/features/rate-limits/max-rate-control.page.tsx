import { createFileRoute } from '@tanstack/react-router'
import { Limits } from './limits.tsx'

export const Route = createFileRoute('/max-rate-control')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: MaxRateControlPage,
})

function MaxRateControlPage() {
  return <Limits part={Route.useSearch()['part']} />
}
