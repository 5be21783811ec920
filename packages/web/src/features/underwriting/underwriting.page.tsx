import { createFileRoute } from '@tanstack/react-router'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { workJournal } from './journal-list.ts'
import { JournalPage } from './journal-page.tsx'

export const Route = createFileRoute('/underwriting')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: UnderwritingPage,
})

function UnderwritingPage() {
  return (
    <JournalPage
      journal="work"
      list={useServerList(workJournal)}
      empty="Сюда приходят ипотечные заявки, которые рассматривает банк: от автопроверок до решения."
    />
  )
}
