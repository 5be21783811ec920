import { employeeDocumentFields as fields } from '@ipoteka-office/contract/employees/employee-part-fields.ts'
import { documentDayIssues } from '@ipoteka-office/contract/common/document-days.ts'
import {
  createAuthorityDocument,
  createEmployeeDocument,
  deleteEmployeeDocument,
  downloadDocumentFile,
  EmployeeDocument,
  EmployeeDocumentInput,
  listAuthorityDocuments,
  listEmployeeDocuments,
  updateEmployeeDocument,
  uploadDocumentFile,
} from '@ipoteka-office/contract/employees/employee-parts.ts'
import { type Employee, expiryStates } from '@ipoteka-office/contract/employees/employees.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
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
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'
import { expiryTones, noEmployeeUpdate } from './employee-words.ts'
import styles from './employees.module.css'
import { FileCell } from './file-cell.tsx'

type Kind = EmployeeDocument['kind']

/** The two lists: their words, calls and dictionary of types. */
const kinds = {
  AUTHORITY: {
    title: 'Подтверждают полномочия',
    list: listAuthorityDocuments,
    create: createAuthorityDocument,
  },
  OTHER: { title: 'Другие документы', list: listEmployeeDocuments, create: createEmployeeDocument },
} as const

interface Values {
  typeCode: string
  number: string
  issuedOn: string
  issuer: string
  validTo: string
  comment: string
}

const toInput = ({ issuedOn, validTo, ...values }: Values) => ({
  ...values,
  issuedOn: issuedOn || null,
  validTo: validTo || null,
})

function DocumentDialog({
  employeeId,
  kind,
  row,
  onClose,
  onSaved,
}: {
  employeeId: string
  kind: Kind
  row: EmployeeDocument | null
  onClose: () => void
  onSaved: () => void
}) {
  const authority = useReferenceOptions(referenceLists.authorityType, kind === 'AUTHORITY').options
  const types = useReferenceOptions(referenceLists.docType, kind === 'OTHER').options
  const entry = useEntry<EmployeeDocument, Values>({
    record: row,
    schema: EmployeeDocument,
    fields,
    names: ({ type }) => ({ docType: [...(kind === 'AUTHORITY' ? authority : types), type] }),
    toValues: (entry) => ({
      typeCode: entry?.type.code ?? '',
      number: entry?.number ?? '',
      issuedOn: entry?.issuedOn ?? '',
      issuer: entry?.issuer ?? '',
      validTo: entry?.validTo ?? '',
      comment: entry?.comment ?? '',
    }),
    issues: (values) => {
      if (values.typeCode === '') return [{ path: ['typeCode'], message: 'Выберите вид документа' }]
      const parsed = EmployeeDocumentInput.safeParse(toInput(values))
      return parsed.success
        ? entryIssues(documentDayIssues(parsed.data, bankDay(serverNow())))
        : parsed.error.issues
    },
    save: (values, version, on) =>
      on
        ? call(updateEmployeeDocument, {
            params: { employeeId, documentId: String(on.id) },
            body: { ...toInput(values), version },
          })
        : call(kinds[kind].create, { params: { employeeId }, body: toInput(values) }),
    saved: 'Документ сохранён',
    onDone: () => {
      onSaved()
      onClose()
    },
  })
  const { control } = entry.form
  return (
    <EntryDialog title={row ? row.type.name : 'Новый документ'} entry={entry} onClose={onClose}>
      <Field control={control} name="typeCode" label={fields.typeCode.label} span="full">
        {({ value, ...input }) => (
          <SingleSelect
            {...input}
            value={value === '' ? null : value}
            options={kind === 'AUTHORITY' ? authority : types}
          />
        )}
      </Field>
      <Field control={control} name="number" label={fields.number.label}>
        {(input) => <TextInput {...input} />}
      </Field>
      <Field control={control} name="issuer" label={fields.issuer.label}>
        {(input) => <TextInput {...input} />}
      </Field>
      <Field control={control} name="issuedOn" label={fields.issuedOn.label}>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="validTo" label={fields.validTo.label}>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="comment" label={fields.comment.label} span="full">
        {(input) => <TextInput {...input} />}
      </Field>
    </EntryDialog>
  )
}

function DocumentsOfKind({ employeeId, kind }: { employeeId: string; kind: Kind }) {
  const { title, list: endpoint, create } = kinds[kind]
  const reason = useRights().mayCall(create) ? null : noEmployeeUpdate
  const [edited, setEdited] = useState<EmployeeDocument | 'new' | null>(null)
  const list = useQuery(query(endpoint, { params: { employeeId } }))
  const reload = () => void list.refetch()
  const remove = useMutation({
    ...mutation(deleteEmployeeDocument),
    onError: notifyFailure,
    onSuccess: () => {
      toast.success('Документ убран из карточки')
      reload()
    },
  })
  const askRemove = async (row: EmployeeDocument) => {
    const sure = await confirm({
      text: `Убрать «${row.type.name}» из карточки? Файл и история останутся.`,
      okText: 'Убрать',
      danger: true,
    })
    if (sure)
      remove.mutate({
        params: { employeeId, documentId: String(row.id) },
        query: { version: row.version },
      })
  }
  const rows = list.data
  return (
    <section aria-label={title}>
      <FilterBar
        end={
          <Button look="primary" disabledReason={reason} onClick={() => setEdited('new')}>
            Добавить документ
          </Button>
        }
      >
        <h2>{title}</h2>
      </FilterBar>
      <WholeTable
        label={title}
        columns={[
          {
            key: 'type',
            title: 'Документ',
            width: 320,
            render: (row) => (
              <>
                <Button look="link" disabledReason={reason} onClick={() => setEdited(row)}>
                  {row.type.name}
                </Button>
                <span className={styles.under}>
                  {[row.number && `№ ${row.number}`, row.issuer].filter(Boolean).join(', ')}
                </span>
              </>
            ),
          },
          {
            key: 'issued',
            title: 'Выдан',
            width: 110,
            render: ({ issuedOn }) => <span className="nowrap">{formatDate(issuedOn)}</span>,
          },
          {
            key: 'valid',
            title: 'Действует до',
            width: 190,
            render: ({ validTo, state }) =>
              validTo ? (
                <>
                  {formatDate(validTo)} <Tag tone={expiryTones[state]}>{expiryStates[state]}</Tag>
                </>
              ) : (
                emptyValue
              ),
          },
          {
            key: 'file',
            title: 'Файл',
            width: 280,
            render: (row) => {
              const params = { employeeId, documentId: String(row.id) }
              return (
                <FileCell
                  file={row.file}
                  label={row.type.name}
                  disabledReason={reason}
                  get={() => download(downloadDocumentFile, { params })}
                  upload={(file) => call(uploadDocumentFile, { params }, { file }).then(reload)}
                />
              )
            },
          },
          {
            key: 'remove',
            title: 'Действия',
            width: 90,
            render: (row) => (
              <Button look="quiet" disabledReason={reason} onClick={() => void askRemove(row)}>
                Убрать
              </Button>
            ),
          },
        ]}
        rows={rows}
        rowKey={(row) => String(row.id)}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={reload}
        emptyTitle="Документов нет"
      />
      {edited !== null && (
        <DocumentDialog
          employeeId={employeeId}
          kind={kind}
          row={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={reload}
        />
      )}
    </section>
  )
}

/** Documents of the person: those that confirm authority, and any other. */
export function EmployeeDocuments({ employee }: { employee: Employee }) {
  const employeeId = String(employee.id)
  return (
    <>
      <DocumentsOfKind employeeId={employeeId} kind="AUTHORITY" />
      <DocumentsOfKind employeeId={employeeId} kind="OTHER" />
    </>
  )
}
