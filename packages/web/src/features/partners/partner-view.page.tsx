import { getPartnerDescription, listPartnerHistory } from '@ipoteka-office/contract/partners/partner-reads.ts'
import type { Partner } from '@ipoteka-office/contract/partners/partners.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { SidePanel, WithSidePanel } from '#ui/overlay/side-panel.tsx'
import { LastChanges } from '#widgets/history/last-changes.tsx'
import { BranchTree } from './tabs/branch-tree.tsx'
import {
  AccountsSection,
  ContactsSection,
  FactsSection,
  LeadGeneratorsSection,
  RegionsSection,
  RolesSection,
} from './tabs/card-sections.tsx'
import { usePartnerAccess } from './partner-access.ts'
import { PartnerCard } from './partner-card.tsx'
import { PartnerHead } from './partner-head.tsx'
import styles from './partners.module.css'
import { lastSearchOf } from '#widgets/list/list-place.ts'

export const Route = createFileRoute('/partner/$partnerId')({ component: PartnerViewPage })

function PartnerViewPage() {
  const { partnerId } = Route.useParams()
  return <PartnerCard partnerId={partnerId}>{(partner) => <View partner={partner} />}</PartnerCard>
}

function DescriptionSection({ partnerId }: { partnerId: string }) {
  const { data, isError } = useQuery(query(getPartnerDescription, { params: { id: partnerId } }))
  return (
    <FormSection title="Описание" grid={false}>
      {isError && <p className="muted">Не удалось прочитать. Обновите страницу</p>}
      {data && <p className={styles.text}>{data.text || 'Описания нет'}</p>}
      {data?.createdAt && (
        <p className="muted small">{[data.author, formatDate(data.createdAt)].filter(Boolean).join(', ')}</p>
      )}
    </FormSection>
  )
}

function Links({ partner }: { partner: Partner }) {
  const rights = useRights()
  const partnerId = String(partner.id)
  const tab = (key: 'workgroups' | 'notifications' | 'reassignment', text: string) => (
    <li>
      <Link to="/partner-edit/$partnerId" params={{ partnerId }} search={{ tab: key }}>
        {text}
      </Link>
    </li>
  )
  return (
    <ul className={styles.links}>
      <li>
        <Link to="/partner-employees/$partnerId" params={{ partnerId }}>
          Сотрудники
        </Link>
      </li>
      {tab('workgroups', 'Рабочие группы')}
      {tab('notifications', 'Уведомления')}
      {tab('reassignment', 'Переназначение')}
      {rights.all({ Qr: ['Check'] }) && (
        <li>
          <Link to="/qr" search={{ partner: partnerId }}>
            QR-коды
          </Link>
        </li>
      )}
    </ul>
  )
}

function View({ partner }: { partner: Partner }) {
  const partnerId = String(partner.id)
  usePagePlace({ text: 'Партнёры', href: '/partners' }, partner.shortName)
  const access = usePartnerAccess()
  const go = useNavigate()
  return (
    <>
      <PartnerHead partner={partner}>
        <Button onClick={() => void go({ to: '/partners', search: lastSearchOf('partners') })}>Назад</Button>
        <Button
          look="primary"
          onClick={() => void go({ to: '/partner-edit/$partnerId', params: { partnerId } })}
        >
          {access.update === null ? 'Редактировать' : 'Подробно'}
        </Button>
      </PartnerHead>
      <WithSidePanel
        panel={
          <SidePanel label="Сведения о партнёре">
            <FormSection title="Разделы" grid={false}>
              <Links partner={partner} />
            </FormSection>
            <FormSection title="История" grid={false}>
              <LastChanges
                pages={(page) => query(listPartnerHistory, { params: { partnerId }, query: page })}
              />
            </FormSection>
          </SidePanel>
        }
      >
        <FormCard>
          <FactsSection partner={partner} />
          <RolesSection partnerId={partnerId} />
          <ContactsSection partnerId={partnerId} />
          <AccountsSection partnerId={partnerId} />
          <RegionsSection partnerId={partnerId} />
          <FormSection title="Филиалы" grid={false}>
            <BranchTree partnerId={partner.id} />
          </FormSection>
          <LeadGeneratorsSection partnerId={partnerId} />
          <DescriptionSection partnerId={partnerId} />
        </FormCard>
      </WithSidePanel>
    </>
  )
}
