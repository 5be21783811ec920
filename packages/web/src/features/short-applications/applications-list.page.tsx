import { CaseTab } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { mortgageApplications } from '@ipoteka-office/contract/cases/types/mortgage-applications.ts'
import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { createShortApplication } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useRights } from '#api/rights.ts'
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
  const rights = useRights()
  const go = useNavigate({ from: Route.fullPath })
  const tab = CaseTab.safeParse(given).data
  if (tab === undefined || (isArchive !== 'true' && isArchive !== 'false')) return <NotFound />
  const noRight = (may: boolean) => (may ? null : 'Нет права заводить заявки')
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
      create={{
        text: 'Новая заявка',
        disabledReason: noRight(rights.mayCall(createShortApplication)),
        onClick: () => void go({ to: '/short-app-edit/$shortAppId', params: { shortAppId: 'new' } }),
      }}
      createOther={{
        text: 'Создать полную заявку',
        disabledReason: noRight(rights.mayCall(createFullApplication)),
        onClick: () => void go({ to: '/full-app-edit/$fullAppId', params: { fullAppId: 'new' } }),
      }}
    />
  )
}
