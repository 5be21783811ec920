import type { Partner } from '@ipoteka-office/contract/partners/partners.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { type OpenedSearch, openedSearch } from '#widgets/documents/opened-search.ts'
import { Forbidden } from '#widgets/failure-block.tsx'
import { MainTab } from './tabs/main-tab.tsx'
import { CardTabs, useCardGroups } from './card-tabs.tsx'
import { usePartnerAccess } from './partner-access.ts'
import { PartnerCard } from './partner-card.tsx'
import { PartnerHead } from './partner-head.tsx'
import { isTab, type TabKey } from './partner-tabs.ts'

// The card opens with its main tab; each other brings itself.
const AccountsTab = latePart(async () => (await import('./tabs/accounts-tab.tsx')).AccountsTab)
const BranchesTab = latePart(async () => (await import('./tabs/branches-tab.tsx')).BranchesTab)
const ContactsTab = latePart(async () => (await import('./tabs/contacts-tab.tsx')).ContactsTab)
const DescriptionTab = latePart(async () => (await import('./tabs/description-tab.tsx')).DescriptionTab)
const HistoryTab = latePart(async () => (await import('./tabs/history-tab.tsx')).HistoryTab)
const LinksTab = latePart(async () => (await import('./tabs/links-tab.tsx')).LinksTab)
const RatesTab = latePart(async () => (await import('./tabs/rates-tab.tsx')).RatesTab)
const RegionsTab = latePart(async () => (await import('./tabs/regions-tab.tsx')).RegionsTab)
const RolesTab = latePart(async () => (await import('./tabs/roles-tab.tsx')).RolesTab)
const DocumentsTab = latePart(async () => (await import('./tabs/documents-tab.tsx')).DocumentsTab)
const EmployeesTab = latePart(
  async () => (await import('#widgets/partner-tabs/employees-tab.tsx')).PartnerEmployeesTab,
)
const WorkgroupsTab = latePart(
  async () => (await import('#widgets/partner-tabs/workgroups-tab.tsx')).PartnerWorkgroupsTab,
)
const NotificationsTab = latePart(
  async () => (await import('#widgets/partner-tabs/notifications-tab.tsx')).PartnerNotificationsTab,
)
const ReassignmentTab = latePart(
  async () => (await import('#widgets/partner-tabs/reassignment-tab.tsx')).PartnerReassignmentTab,
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
        <p className="notice" role="note">
          Только просмотр. {access.update}.
        </p>
      )}
      <CardTabs
        groups={groups}
        value={tab}
        onChange={(key) => void go({ search: key === 'main' ? {} : { tab: key } })}
      />
      {isReadable ? bodyOf(tab, partner) : <Forbidden />}
    </>
  )
}
