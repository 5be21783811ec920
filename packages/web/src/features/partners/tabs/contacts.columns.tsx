import { phoneText } from '@ipoteka-office/contract/common/person/phone-text.ts'
import { contactTypes } from '@ipoteka-office/contract/common/person/contact-value.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import type { listAllContacts, PartnerContact } from '@ipoteka-office/contract/partners/partner-parts.ts'
import { emptyValue } from '#lib/format.ts'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'

/** A contact together with the partner it belongs to. */
export type BranchContact = ResponseOf<typeof listAllContacts>['content'][number]

const schemes: Record<PartnerContact['contactTypeId'], ((value: string) => string) | null> = {
  1: (value) => `tel:${value}`,
  2: null,
  3: (value) => `mailto:${value}`,
  4: (value) => value,
}

/** The value of a contact, with what opens it. */
export function ContactValue({ contact }: { contact: Pick<PartnerContact, 'contactTypeId' | 'value'> }) {
  const { contactTypeId, value } = contact
  const text = contactTypeId <= 2 ? phoneText(value) : value
  const scheme = schemes[contactTypeId]
  if (!scheme) return text
  const outside = contactTypeId === 4 ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <a href={scheme(value)} {...outside}>
      {text}
    </a>
  )
}

/** Columns of a partner's contacts. */
export const contactColumns: Column<PartnerContact>[] = [
  { key: 'type', title: 'Тип', width: 160, render: ({ contactTypeId }) => contactTypes[contactTypeId] },
  {
    key: 'value',
    title: 'Контакт',
    width: 260,
    render: (contact) => (
      <>
        <ContactValue contact={contact} />
        {contact.comment && <span className="under">{contact.comment}</span>}
      </>
    ),
  },
  { key: 'whose', title: 'Чей', width: 220, render: ({ employee }) => employee?.fullName ?? 'Партнёра' },
  {
    key: 'state',
    title: 'Состояние',
    width: 150,
    render: ({ main, notUsed }) => (
      <>
        {main && <Tag tone="green">основной</Tag>}
        {notUsed && <Tag>не используется</Tag>}
        {!main && !notUsed && emptyValue}
      </>
    ),
  },
]

/** The same with the partner, for a list of several partners. */
export const branchContactColumns: Column<BranchContact>[] = [
  { key: 'partner', title: 'Партнёр', width: 240, render: ({ partner }) => partner.shortName },
  ...contactColumns,
]
