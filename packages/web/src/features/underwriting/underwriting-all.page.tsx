import { createFileRoute } from '@tanstack/react-router'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { wholeJournal } from './journal-list.ts'
import { JournalPage } from './journal-page.tsx'

export const Route = createFileRoute('/underwriting-all')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: UnderwritingAllPage,
})

function UnderwritingAllPage() {
  return (
    <JournalPage
      journal="all"
      list={useServerList(wholeJournal)}
      empty="Здесь ипотека и потребительские кредиты, которые банк рассматривает или уже решил."
    />
  )
}
