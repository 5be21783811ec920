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
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/input/check-field.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { Field } from '#ui/form/field.tsx'
import { FilterBar } from '#ui/table/filter-chip.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { EntryDialog, entryIssues, useEntry } from '#widgets/record/entry-dialog.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'

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
    issues: (values) => {
      const parsed = OwnContactInput.safeParse(toInput(values))
      return parsed.success ? entryIssues(contactIssues(parsed.data)) : parsed.error.issues
    },
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
      <Field control={control} name="value" label={fields.value.label} span="full">
        {(input) => <TextInput {...input} />}
      </Field>
      <Field control={control} name="comment" label={fields.comment.label} span="full">
        {(input) => <TextInput {...input} />}
      </Field>
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
  const [edited, setEdited] = useState<EmployeeContact | 'new' | null>(null)
  const list = useQuery(query(listEmployeeContacts, { params: { employeeId } }))
  const reload = () => void list.refetch()
  const remove = useMutation({
    ...mutation(deletePartnerContact),
    onError: notifyFailure,
    onSuccess: () => {
      toast.success('Контакт удалён')
      reload()
    },
  })
  const askRemove = async (row: EmployeeContact) => {
    const sure = await confirm({ text: `Удалить контакт ${row.value}?`, okText: 'Удалить', danger: true })
    if (sure) remove.mutate({ params: { partnerId, id: String(row.id) }, query: { version: row.version } })
  }
  const rows = list.data
  return (
    <>
      <FilterBar
        end={
          <Button look="primary" disabledReason={reason} onClick={() => setEdited('new')}>
            Добавить контакт
          </Button>
        }
      >
        <span className="muted">Основной контакт каждого вида — один</span>
      </FilterBar>
      <WholeTable
        label="Контакты"
        columns={[
          { key: 'type', title: 'Вид', width: 160, render: (row) => nameOf(row.contactTypeId) },
          {
            key: 'value',
            title: 'Значение',
            width: 360,
            render: (row) => (
              <>
                <Button look="link" disabledReason={reason} onClick={() => setEdited(row)}>
                  {row.value}
                </Button>{' '}
                {row.main && <Tag tone="green">основной</Tag>}
                {row.notUsed && <Tag>не используется</Tag>}
              </>
            ),
          },
          { key: 'comment', title: 'Комментарий', width: 360, render: ({ comment }) => comment },
          {
            key: 'remove',
            title: 'Действия',
            width: 100,
            render: (row) => (
              <Button look="quiet" disabledReason={reason} onClick={() => void askRemove(row)}>
                Удалить
              </Button>
            ),
          },
        ]}
        rows={rows}
        rowKey={(row) => String(row.id)}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={reload}
        emptyTitle="Контактов нет"
      />
      {edited !== null && (
        <ContactDialog
          employee={employee}
          row={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={reload}
        />
      )}
    </>
  )
}
