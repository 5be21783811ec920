import { CaseTab } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { mortgageApplications } from '@ipoteka-office/contract/cases/types/mortgage-applications.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { NotFound } from '#ui/not-found.tsx'
import { CaseListPage } from '#widgets/case-list/case-list-page.tsx'

export const Route = createFileRoute('/applications/$tab/$isArchive')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ApplicationsPage,
})

const to = '/applications/$tab/$isArchive'

const tabWords = Object.fromEntries(
  Object.entries(mortgageApplications.tabs).map(([tab, { name }]) => [tab, name]),
)

function ApplicationsPage() {
  const { tab: given, isArchive } = Route.useParams()
  const go = useNavigate({ from: Route.fullPath })
  const tab = CaseTab.safeParse(given).data
  if (tab === undefined || (isArchive !== 'true' && isArchive !== 'false')) return <NotFound />
  const open = (params: { tab: CaseTab; isArchive: string }) =>
    void go({ to, params, search: ({ page: _, stages: __, ...rest }: Record<string, unknown>) => rest })
  return (
    <CaseListPage
      list="applications"
      place={{ tab, archived: isArchive === 'true' }}
      tabs={{
        label: 'Вид заявок',
        words: tabWords,
        onChange: (key) => open({ tab: key, isArchive }),
      }}
      onArchive={(wanted) => open({ tab, isArchive: String(wanted) })}
    />
  )
}
