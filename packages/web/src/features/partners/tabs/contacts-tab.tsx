import { partnerContactFields as fields } from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { type ContactTypeId, contactTypes } from '@ipoteka-office/contract/common/person/contact-value.ts'
import {
  contactIssues,
  createOwnContact,
  createPartnerContact,
  deletePartnerContact,
  deletePartnerContacts,
  listAllContacts,
  listOwnContacts,
  listPartnerContacts,
  OwnContactInput,
  PartnerContact,
  updateOwnContact,
  updatePartnerContact,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { CheckField } from '#ui/input/check-field.tsx'
import { Field, ReadOnlyField } from '#ui/form/field.tsx'
import { CodesFilterChip } from '#ui/table/filter-chip.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { Entries, entriesPageSize } from '#widgets/list/entries.tsx'
import { EntryDialog, issuesBy, useEntry } from '#widgets/record/entry-dialog.tsx'
import { searchEmployees } from '#widgets/partner-tabs/employee-options.ts'
import { type BranchContact, branchContactColumns, contactColumns } from './contacts.columns.tsx'
import { usePartnerAccess } from '../partner-access.ts'
import { usePartnerRefresh } from '../use-partner-refresh.ts'
import { PlainField } from '#widgets/record/plain-field.tsx'

const typeOptions = Object.entries(contactTypes).map(([code, name]) => ({ code, name }))

interface Values {
  contactTypeId: string
  value: string
  comment: string
  main: boolean
  notUsed: boolean
  employeeId: string | null
}

const toInput = ({ contactTypeId, employeeId: _, ...rest }: Values) => ({
  ...rest,
  contactTypeId: Number(contactTypeId) as ContactTypeId,
})

function saveContact(
  partnerId: string,
  values: Values,
  { version, on }: { version: number; on: PartnerContact | null },
) {
  const body = toInput(values)
  if (on) {
    const change = { params: { partnerId, id: String(on.id) }, body: { ...body, version } }
    return on.employee ? call(updatePartnerContact, change) : call(updateOwnContact, change)
  }
  return values.employeeId === null
    ? call(createOwnContact, { params: { partnerId }, body })
    : call(createPartnerContact, {
        params: { partnerId },
        body: { ...body, employeeId: Number(values.employeeId) },
      })
}

function ContactDialog({
  partnerId,
  contact,
  onClose,
}: {
  partnerId: string
  contact: PartnerContact | null
  onClose: () => void
}) {
  const refresh = usePartnerRefresh()
  const entry = useEntry<PartnerContact, Values>({
    record: contact,
    schema: PartnerContact,
    fields,
    toValues: (entry) => ({
      contactTypeId: String(entry?.contactTypeId ?? 1),
      value: entry?.value ?? '',
      comment: entry?.comment ?? '',
      main: entry?.main ?? false,
      notUsed: entry?.notUsed ?? false,
      employeeId: entry?.employee ? String(entry.employee.id) : null,
    }),
    issues: issuesBy(OwnContactInput, toInput, contactIssues),
    save: (values, version, on) => saveContact(partnerId, values, { version, on }),
    saved: 'Контакт сохранён',
    onDone: () => {
      refresh()
      onClose()
    },
  })
  const { control } = entry.form
  return (
    <EntryDialog title={contact ? 'Контакт' : 'Новый контакт'} entry={entry} onClose={onClose}>
      <Field control={control} name="contactTypeId" label={fields.contactTypeId.label}>
        {(input) => <SingleSelect {...input} options={typeOptions} />}
      </Field>
      <PlainField control={control} fields={fields} name="value" />
      {contact ? (
        <ReadOnlyField label={fields.employeeId.label} span="full">
          {contact.employee?.fullName ?? 'Партнёра'}
        </ReadOnlyField>
      ) : (
        <Field
          control={control}
          name="employeeId"
          label={fields.employeeId.label}
          span="full"
          hint={fields.employeeId.hint}
        >
          {(input) => <LookupSelect {...input} search={searchEmployees(partnerId)} placeholder="Партнёра" />}
        </Field>
      )}
      <PlainField control={control} fields={fields} name="comment" span="full" />
      <CheckField control={control} name="main" label={fields.main.label} />
      <CheckField control={control} name="notUsed" label={fields.notUsed.label} />
    </EntryDialog>
  )
}

const views = {
  own: 'Партнёра',
  people: 'Партнёра и сотрудников',
  branches: 'Вместе с филиалами',
} as const
type View = keyof typeof views

/** Contacts of the chosen view with its rows and pages. */
function useContacts(partnerId: string, view: View, page: number, types: readonly string[]) {
  const params = { partnerId }
  const paging = { page: page - 1, size: entriesPageSize }
  const own = useQuery(query(listOwnContacts, { params }))
  const people = useQuery({
    ...query(listPartnerContacts, {
      params,
      query: { ...paging, ...(types[0] && { contactTypeId: types[0] }) },
    }),
    enabled: view === 'people',
  })
  const branches = useQuery({
    ...query(listAllContacts, { params, query: paging }),
    enabled: view === 'branches',
  })
  return { own, people, branches }
}

/** «Контакты»: of the partner, of its people, and of everything under it. */
export function ContactsTab({ partnerId }: { partnerId: string }) {
  const { update } = usePartnerAccess()
  const [view, setView] = useState<View>('own')
  const [page, setPage] = useState(1)
  const [types, setTypes] = useState<string[]>([])
  const refresh = usePartnerRefresh()
  const { own, people, branches } = useContacts(partnerId, view, page, types)
  const show = (next: View) => {
    setView(next)
    setPage(1)
  }
  const shared = {
    add: 'Добавить контакт',
    above: (
      <>
        {(Object.keys(views) as View[]).map((key) => (
          <ToggleChip key={key} value={view === key} onChange={() => show(key)}>
            {views[key]}
          </ToggleChip>
        ))}
        {view === 'people' && (
          <CodesFilterChip
            label={fields.contactTypeId.label}
            options={typeOptions}
            value={types}
            onChange={(codes) => {
              setTypes(codes.slice(-1))
              setPage(1)
            }}
          />
        )}
      </>
    ),
    nameOf: ({ value }: { value: string }) => value,
    reason: update,
    onChanged: refresh,
    emptyTitle: 'Контактов нет',
  }
  const changed = {
    ...shared,
    columns: contactColumns,
    dialog: (entry: PartnerContact | null, onClose: () => void) => (
      <ContactDialog partnerId={partnerId} contact={entry} onClose={onClose} />
    ),
    removal: {
      one: ({ id, version }: PartnerContact) =>
        call(deletePartnerContact, { params: { partnerId, id: String(id) }, query: { version } }),
      many: (ids: string) => call(deletePartnerContacts, { params: { partnerId }, query: { ids } }),
    },
  }
  const paging = { page, onPage: setPage, asked: types.join() }
  if (view === 'own') return <Entries label="Контакты партнёра" answer={own} {...changed} />
  if (view === 'people')
    return <Entries label="Контакты партнёра и сотрудников" answer={people} paging={paging} {...changed} />
  return (
    <Entries<BranchContact>
      label="Контакты вместе с филиалами"
      columns={branchContactColumns}
      answer={branches}
      paging={paging}
      {...shared}
      areShownOnly
      dialog={(_, onClose) => <ContactDialog partnerId={partnerId} contact={null} onClose={onClose} />}
    />
  )
}
