import { createFileRoute } from '@tanstack/react-router'
import { WholeJournal } from './whole-journal.tsx'

export const Route = createFileRoute('/underwriting-all')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: UnderwritingAllPage,
})

function UnderwritingAllPage() {
  return <WholeJournal part={Route.useSearch()['part']} />
}
