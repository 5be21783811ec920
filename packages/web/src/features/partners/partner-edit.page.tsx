import { listPartnerHistory } from '@ipoteka-office/contract/partners/partner-reads.ts'
import type { Partner } from '@ipoteka-office/contract/partners/partners.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { query } from '#api/query.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { type OpenedSearch, openedSearch } from '#widgets/documents/opened-search.ts'
import { Forbidden } from '#widgets/failure-block.tsx'
import { HistoryList } from '#widgets/history/history-dialog.tsx'
import { AccountsTab } from './tabs/accounts-tab.tsx'
import { BranchesTab } from './tabs/branches-tab.tsx'
import { ContactsTab } from './tabs/contacts-tab.tsx'
import { DescriptionTab } from './tabs/description-tab.tsx'
import { LinksTab } from './tabs/links-tab.tsx'
import { MainTab } from './tabs/main-tab.tsx'
import { CardTabs, useCardGroups } from './card-tabs.tsx'
import { usePartnerAccess } from './partner-access.ts'
import { PartnerCard } from './partner-card.tsx'
import { PartnerHead } from './partner-head.tsx'
import { isTab, type TabKey } from './partner-tabs.ts'
import styles from './partners.module.css'
import { RatesTab } from './tabs/rates-tab.tsx'
import { RegionsTab } from './tabs/regions-tab.tsx'
import { RolesTab } from './tabs/roles-tab.tsx'

const EmployeesTab = lazy(() =>
  import('#widgets/partner-tabs/employees-tab.tsx').then((m) => ({ default: m.PartnerEmployeesTab })),
)
const WorkgroupsTab = lazy(() =>
  import('#widgets/partner-tabs/workgroups-tab.tsx').then((m) => ({ default: m.PartnerWorkgroupsTab })),
)
const NotificationsTab = lazy(() =>
  import('#widgets/partner-tabs/notifications-tab.tsx').then((m) => ({ default: m.PartnerNotificationsTab })),
)
const DocumentsTab = lazy(() => import('./tabs/documents-tab.tsx').then((m) => ({ default: m.DocumentsTab })))
const ReassignmentTab = lazy(() =>
  import('#widgets/partner-tabs/reassignment-tab.tsx').then((m) => ({ default: m.PartnerReassignmentTab })),
)

export const Route = createFileRoute('/partner-edit/$partnerId')({
  validateSearch: (search: Record<string, unknown>): { tab?: TabKey } & OpenedSearch => {
    if (!isTab(search.tab) || search.tab === 'main') return {}
    return search.tab === 'documents' ? { tab: search.tab, ...openedSearch(search) } : { tab: search.tab }
  },
  component: PartnerEditPage,
})

function PartnerEditPage() {
  const { partnerId } = Route.useParams()
  return <PartnerCard partnerId={partnerId}>{(partner) => <Editor partner={partner} />}</PartnerCard>
}

function HistoryTab({ partnerId }: { partnerId: string }) {
  return (
    <FormCard>
      <FormSection title="История изменений" grid={false}>
        <HistoryList pages={(page) => query(listPartnerHistory, { params: { partnerId }, query: page })} />
      </FormSection>
    </FormCard>
  )
}

function bodyOf(tab: TabKey, partner: Partner): ReactNode {
  const { id } = partner
  const partnerId = String(id)
  const bodies: Record<TabKey, () => ReactNode> = {
    main: () => <MainTab partner={partner} />,
    branches: () => <BranchesTab partner={partner} />,
    accounts: () => <AccountsTab partnerId={partnerId} />,
    contacts: () => <ContactsTab partnerId={partnerId} />,
    regions: () => <RegionsTab partnerId={partnerId} />,
    roles: () => <RolesTab partnerId={partnerId} />,
    rates: () => <RatesTab partnerId={partnerId} />,
    links: () => <LinksTab partnerId={partnerId} />,
    description: () => <DescriptionTab partnerId={partnerId} />,
    documents: () => <DocumentsTab partnerId={id} />,
    employees: () => <EmployeesTab partnerId={id} />,
    workgroups: () => <WorkgroupsTab partnerId={id} />,
    notifications: () => <NotificationsTab partnerId={id} />,
    reassignment: () => <ReassignmentTab partnerId={id} />,
    history: () => <HistoryTab partnerId={partnerId} />,
  }
  return bodies[tab]()
}

function Editor({ partner }: { partner: Partner }) {
  const partnerId = String(partner.id)
  usePagePlace(
    { text: 'Партнёры', href: '/partners' },
    { text: partner.shortName, href: `/partner/${partnerId}` },
    'Редактирование',
  )
  const access = usePartnerAccess()
  const { tab = 'main' } = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const groups = useCardGroups(partner.id)
  const isReadable = groups.some(({ tabs }) => tabs.some(({ key }) => key === tab))
  return (
    <>
      <PartnerHead partner={partner}>
        <Button onClick={() => void go({ to: '/partner/$partnerId', params: { partnerId } })}>
          К карточке
        </Button>
      </PartnerHead>
      {access.update !== null && (
        <p className={styles.notice} role="note">
          Только просмотр. {access.update}.
        </p>
      )}
      <CardTabs
        groups={groups}
        value={tab}
        onChange={(key) => void go({ search: key === 'main' ? {} : { tab: key } })}
      />
      <Suspense fallback={<DelayedLoader />}>{isReadable ? bodyOf(tab, partner) : <Forbidden />}</Suspense>
    </>
  )
}
