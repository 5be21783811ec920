import type { Address } from '@ipoteka-office/contract/common/address.ts'
import { contactTypes } from '@ipoteka-office/contract/common/person/contact-value.ts'
import {
  listLeadGenerators,
  listOwnContacts,
  listPartnerAccounts,
  listPartnerRegions,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import { listRolesOfPartner } from '@ipoteka-office/contract/partners/partner-roles.ts'
import type { Partner } from '@ipoteka-office/contract/partners/partners.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { query, queryOnce } from '#api/query.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { ContactValue } from './contacts.columns.tsx'
import { accreditationText, daysLeftText, requisitesText, stateTones } from '../partner-words.ts'
import styles from '../partners.module.css'
import ownStyles from './card-sections.module.css'

const addressText = (address: Address | null) =>
  address ? [address.postalCode, address.value].filter(Boolean).join(', ') : emptyValue

/** Facts of the main data. */
export function FactsSection({ partner }: { partner: Partner }) {
  const narrow: [string, ReactNode][] = [
    ['ИНН', partner.inn],
    ['КПП', partner.kpp],
    ['ОГРН', partner.ogrn],
    ['Правовая форма', partner.okopfName],
    ['Группа компаний', partner.companyGroupName],
    ['Профиль деятельности', partner.businessProfiles.map(({ name }) => name).join(', ')],
    ['Владение помещением', partner.tenancyTypeName],
    ['Арендодатель', partner.tenantTypeName],
    ['Аренда до', partner.tenancyTo && formatDate(partner.tenancyTo)],
    ['Заведён', formatDate(partner.createdAt)],
  ]
  const wide: [string, ReactNode][] = [
    ['Полное наименование', partner.fullName],
    ['Юридический адрес', addressText(partner.legalAddress)],
    ['Фактический адрес', addressText(partner.actualAddress)],
    ...(partner.postalAddress
      ? [['Почтовый адрес', addressText(partner.postalAddress)] as [string, ReactNode]]
      : []),
  ]
  return (
    <FormSection title="Основное" grid={false}>
      <dl className={ownStyles.facts}>
        {wide.map(([label, value]) => (
          <div key={label} className={ownStyles.factWide}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {narrow.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || emptyValue}</dd>
          </div>
        ))}
      </dl>
    </FormSection>
  )
}

/** Entries of a part of the card: read, failed, none, or a row each. */
function Rows<T extends { id: number }>({
  answer,
  empty,
  children,
}: {
  answer: UseQueryResult<T[]>
  empty: string
  children: (row: T) => ReactNode
}) {
  if (answer.isError) return <p className="muted">Не удалось прочитать. Обновите страницу</p>
  if (!answer.data) return <SkeletonLine width={70} />
  if (answer.data.length === 0) return <p className="muted">{empty}</p>
  return (
    <ul className={ownStyles.rows}>
      {answer.data.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  )
}

/** Roles in force, each with its accreditation and a warning before it ends. */
export function RolesSection({ partnerId }: { partnerId: string }) {
  const answer = useQuery(queryOnce(listRolesOfPartner, { params: { partnerId } }))
  return (
    <FormSection title="Роли и аккредитация" grid={false}>
      <Rows answer={answer} empty="Ролей нет">
        {({ name, notActive, state, dateTo, accreditations }) => {
          const left = accreditations.find((one) => one.state === 'EXPIRING')?.daysLeft ?? null
          return (
            <>
              <span className={ownStyles.rowMain}>{name}</span>
              {notActive ? (
                <Tag>роль отключена</Tag>
              ) : (
                <Tag tone={state === null ? 'neutral' : stateTones[state]}>
                  {accreditationText(state, dateTo)}
                  {state === 'EXPIRING' && left !== null && `, ${daysLeftText(left)}`}
                </Tag>
              )}
            </>
          )
        }}
      </Rows>
    </FormSection>
  )
}

/** The partner's own contacts in use. */
export function ContactsSection({ partnerId }: { partnerId: string }) {
  const answer = useQuery(query(listOwnContacts, { params: { partnerId } }))
  const used = { ...answer, data: answer.data?.filter(({ notUsed }) => !notUsed) } as typeof answer
  return (
    <FormSection title="Контакты" grid={false}>
      <Rows answer={used} empty="Контактов нет">
        {(contact) => (
          <>
            <span className={ownStyles.rowMain}>
              <ContactValue contact={contact} /> {contact.main && <Tag tone="green">основной</Tag>}
              <span className="under">
                {[contactTypes[contact.contactTypeId], contact.comment].filter(Boolean).join(', ')}
              </span>
            </span>
            <CopyButton text={contact.value} />
          </>
        )}
      </Rows>
    </FormSection>
  )
}

/** Accounts in use, each copied whole. */
export function AccountsSection({ partnerId }: { partnerId: string }) {
  const answer = useQuery(query(listPartnerAccounts, { params: { partnerId } }))
  const used = { ...answer, data: answer.data?.filter(({ notUsed }) => !notUsed) } as typeof answer
  return (
    <FormSection title="Реквизиты" grid={false}>
      <Rows answer={used} empty="Счетов нет">
        {(account) => (
          <>
            <span className={ownStyles.rowMain}>
              {account.account} {account.main && <Tag tone="green">основной</Tag>}
              <span className="under">
                {account.bankName}, БИК {account.bic}, корр. счёт {account.correspondentAccount || emptyValue}
              </span>
            </span>
            <CopyButton text={requisitesText(account)} label="Скопировать реквизиты" />
          </>
        )}
      </Rows>
    </FormSection>
  )
}

/** Where the partner works. */
export function RegionsSection({ partnerId }: { partnerId: string }) {
  const { data, isError } = useQuery(query(listPartnerRegions, { params: { partnerId } }))
  const names = (data ?? []).map(({ regionName }) => regionName)
  return (
    <FormSection title="Регионы работы" grid={false}>
      {isError && <p className="muted">Не удалось прочитать. Обновите страницу</p>}
      <p className={styles.text}>{names.join(', ') || (data ? 'Регионы не указаны' : '')}</p>
    </FormSection>
  )
}

/** Partners that bring clients to this one today. */
export function LeadGeneratorsSection({ partnerId }: { partnerId: string }) {
  const answer = useQuery(query(listLeadGenerators, { params: { partnerId } }))
  return (
    <FormSection title="Генераторы лидов" grid={false}>
      <Rows answer={answer} empty="Никто не приводит клиентов этому партнёру">
        {({ partner, dateTo }) => (
          <>
            <span className={ownStyles.rowMain}>
              <Link to="/partner/$partnerId" params={{ partnerId: String(partner.id) }}>
                {partner.shortName}
              </Link>
            </span>
            {dateTo && <span className="muted small">до {formatDate(dateTo)}</span>}
          </>
        )}
      </Rows>
    </FormSection>
  )
}
