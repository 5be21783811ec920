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
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { Field } from '#ui/form/field.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { Tag } from '#ui/tag.tsx'
import { Entries } from '#widgets/list/entries.tsx'
import { EntryDialog, entryIssues, useEntry } from '#widgets/record/entry-dialog.tsx'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'
import { expiryTones, noEmployeeUpdate } from './employee-words.ts'
import styles from './employees.module.css'
import { FileCell } from './file-cell.tsx'
import { PlainField } from '#widgets/record/plain-field.tsx'

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
      <PlainField control={control} fields={fields} name="number" />
      <PlainField control={control} fields={fields} name="issuer" />
      <PlainField control={control} fields={fields} name="issuedOn" />
      <PlainField control={control} fields={fields} name="validTo" />
      <PlainField control={control} fields={fields} name="comment" span="full" />
    </EntryDialog>
  )
}

function DocumentsOfKind({ employeeId, kind }: { employeeId: string; kind: Kind }) {
  const { title, list: endpoint, create } = kinds[kind]
  const reason = useRights().mayCall(create) ? null : noEmployeeUpdate
  const answer = useQuery(query(endpoint, { params: { employeeId } }))
  return (
    <section aria-label={title}>
      <Entries
        label={title}
        above={<h2>{title}</h2>}
        add="Добавить документ"
        columns={(open) => [
          {
            key: 'type',
            title: 'Документ',
            width: 320,
            render: (row) => (
              <>
                {open(row, row.type.name)}
                <span className="under">
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
                  upload={(file) =>
                    call(uploadDocumentFile, { params }, { file }).then(() => void answer.refetch())
                  }
                />
              )
            },
          },
        ]}
        answer={answer}
        nameOf={({ type }) => type.name}
        reason={reason}
        dialog={(row, onClose) => (
          <DocumentDialog
            employeeId={employeeId}
            kind={kind}
            row={row}
            onClose={onClose}
            onSaved={() => void answer.refetch()}
          />
        )}
        removal={{
          word: 'Убрать',
          one: ({ id, version }) =>
            call(deleteEmployeeDocument, {
              params: { employeeId, documentId: String(id) },
              query: { version },
            }),
          question: ({ type }) => `Убрать «${type.name}» из карточки? Файл и история останутся.`,
          done: 'Документ убран из карточки',
        }}
        emptyTitle="Документов нет"
      />
    </section>
  )
}

/** Documents of the person: those that confirm authority, and any other. */
export function EmployeeDocuments({ employee }: { employee: Employee }) {
  const employeeId = String(employee.id)
  return (
    <div className={styles.parts}>
      <DocumentsOfKind employeeId={employeeId} kind="AUTHORITY" />
      <DocumentsOfKind employeeId={employeeId} kind="OTHER" />
    </div>
  )
}
