import { partnerContactFields as fields } from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import {
  contactTypes,
  EmployeeContact,
  listEmployeeContacts,
} from '@ipoteka-office/contract/employees/employee-parts.ts'
import type { Employee } from '@ipoteka-office/contract/employees/employees.ts'
import {
  contactIssues,
  createPartnerContact,
  deletePartnerContact,
  OwnContactInput,
  updatePartnerContact,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { CheckField } from '#ui/input/check-field.tsx'
import { Field } from '#ui/form/field.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { Tag } from '#ui/tag.tsx'
import { Entries } from '#widgets/list/entries.tsx'
import { EntryDialog, issuesBy, useEntry } from '#widgets/record/entry-dialog.tsx'
import { PlainField } from '#widgets/record/plain-field.tsx'

type TypeId = keyof typeof contactTypes
interface Values {
  contactTypeId: string
  value: string
  comment: string
  main: boolean
  notUsed: boolean
}

const nameOf = (type: number) => contactTypes[type as TypeId] ?? String(type)
const toInput = ({ contactTypeId, ...values }: Values) => ({
  ...values,
  contactTypeId: Number(contactTypeId) as OwnContactInput['contactTypeId'],
})

function ContactDialog({
  employee,
  row,
  onClose,
  onSaved,
}: {
  employee: Employee
  row: EmployeeContact | null
  onClose: () => void
  onSaved: () => void
}) {
  const partnerId = String(employee.partner.id)
  const entry = useEntry<EmployeeContact, Values>({
    record: row,
    schema: EmployeeContact,
    fields,
    toValues: (entry) => ({
      contactTypeId: String(entry?.contactTypeId ?? 1),
      value: entry?.value ?? '',
      comment: entry?.comment ?? '',
      main: entry?.main ?? false,
      notUsed: entry?.notUsed ?? false,
    }),
    issues: issuesBy(OwnContactInput, toInput, contactIssues),
    save: (values, version, on) =>
      on
        ? call(updatePartnerContact, {
            params: { partnerId, id: String(on.id) },
            body: { ...toInput(values), version },
          })
        : call(createPartnerContact, {
            params: { partnerId },
            body: { ...toInput(values), employeeId: employee.id },
          }),
    saved: 'Контакт сохранён',
    onDone: () => {
      onSaved()
      onClose()
    },
  })
  const { control } = entry.form
  return (
    <EntryDialog title={row ? 'Контакт' : 'Новый контакт'} entry={entry} onClose={onClose} size="medium">
      <Field control={control} name="contactTypeId" label={fields.contactTypeId.label} span="full">
        {(input) => (
          <SingleSelect
            {...input}
            options={Object.entries(contactTypes).map(([code, name]) => ({ code, name }))}
          />
        )}
      </Field>
      <PlainField control={control} fields={fields} name="value" span="full" />
      <PlainField control={control} fields={fields} name="comment" span="full" />
      <CheckField control={control} name="main" label={fields.main.label} />
      <CheckField control={control} name="notUsed" label={fields.notUsed.label} />
    </EntryDialog>
  )
}

/** Phones, addresses and sites of the person. */
export function EmployeeContacts({ employee }: { employee: Employee }) {
  const employeeId = String(employee.id)
  const partnerId = String(employee.partner.id)
  const reason = useRights().mayCall(createPartnerContact)
    ? null
    : 'Контакты меняет тот, у кого есть право на карточку партнёра'
  const answer = useQuery(query(listEmployeeContacts, { params: { employeeId } }))
  return (
    <Entries
      label="Контакты"
      above={<span className="muted">Основной контакт каждого вида — один</span>}
      add="Добавить контакт"
      columns={(open) => [
        { key: 'type', title: 'Вид', width: 160, render: (row) => nameOf(row.contactTypeId) },
        {
          key: 'value',
          title: 'Значение',
          width: 360,
          render: (row) => (
            <>
              {open(row, row.value)} {row.main && <Tag tone="green">основной</Tag>}
              {row.notUsed && <Tag>не используется</Tag>}
            </>
          ),
        },
        { key: 'comment', title: 'Комментарий', width: 360, render: ({ comment }) => comment },
      ]}
      answer={answer}
      nameOf={({ value }) => value}
      reason={reason}
      dialog={(row, onClose) => (
        <ContactDialog
          employee={employee}
          row={row}
          onClose={onClose}
          onSaved={() => void answer.refetch()}
        />
      )}
      removal={{
        one: ({ id, version }) =>
          call(deletePartnerContact, { params: { partnerId, id: String(id) }, query: { version } }),
        question: ({ value }) => `Удалить контакт ${value}?`,
        done: 'Контакт удалён',
      }}
      emptyTitle="Контактов нет"
    />
  )
}
