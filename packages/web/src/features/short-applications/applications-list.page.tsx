import { CaseTab } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type CaseCounts, searchCases } from '@ipoteka-office/contract/cases/case-lists.ts'
import { mortgageApplications } from '@ipoteka-office/contract/cases/types/mortgage-applications.ts'
import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { createShortApplication } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useRights } from '#api/rights.ts'
import { NotFound } from '#ui/not-found.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { CaseListPage } from '#widgets/case-list/case-list-page.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'

export const Route = createFileRoute('/applications/$tab/$isArchive')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ApplicationsPage,
})

function ApplicationsPage() {
  const { tab: given, isArchive } = Route.useParams()
  const tab = CaseTab.safeParse(given).data
  const may = useRights().mayCall(searchCases, { list: 'applications' })
  if (tab === undefined || (isArchive !== 'true' && isArchive !== 'false')) return <NotFound />
  return may ? <Applications tab={tab} archived={isArchive === 'true'} /> : <Forbidden />
}

const to = '/applications/$tab/$isArchive'
const tabCodes = Object.keys(mortgageApplications.tabs) as CaseTab[]

function Applications({ tab, archived }: { tab: CaseTab; archived: boolean }) {
  const rights = useRights()
  const noRight = (may: boolean) => (may ? null : 'Нет права заводить заявки')
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const open = (params: { tab: CaseTab; isArchive: string }) =>
    void go({ to, params, search: ({ page: _, stages: __, ...rest }: Record<string, unknown>) => rest })
  const tabs = (counts: CaseCounts | undefined) => (
    <TabsWithCounts
      label="Вид заявок"
      tabs={tabCodes.map((key) => ({
        key,
        label: mortgageApplications.tabs[key].name,
        count: counts?.tabs?.[key],
      }))}
      value={tab}
      onChange={(key) => open({ tab: key, isArchive: String(archived) })}
    />
  )
  return (
    <CaseListPage
      list="applications"
      search={search}
      navigate={navigate}
      onOpen={(path) => void go({ to: path })}
      place={{ tab, archived }}
      tabs={tabs}
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
