import { procuracyFields as fields } from '@ipoteka-office/contract/employees/employee-part-fields.ts'
import {
  createProcuracy,
  deleteProcuracy,
  downloadProcuracyFile,
  listProcuracies,
  Procuracy,
  ProcuracyInput,
  procuracyIssues,
  updateProcuracy,
  uploadProcuracyFile,
} from '@ipoteka-office/contract/employees/employee-parts.ts'
import { type Employee, expiryStates } from '@ipoteka-office/contract/employees/employees.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { Tag } from '#ui/tag.tsx'
import { Entries } from '#widgets/list/entries.tsx'
import { EntryDialog, issuesBy, useEntry } from '#widgets/record/entry-dialog.tsx'
import { daysLeftText, expiryTones, noEmployeeUpdate } from './employee-words.ts'
import { FileCell } from './file-cell.tsx'
import { PlainField } from '#widgets/record/plain-field.tsx'

interface Values {
  number: string
  dateFrom: string
  dateTo: string
  scope: string
  issuer: string
  notary: string
  revokedOn: string
}

const toInput = ({ revokedOn, ...values }: Values) => ({ ...values, revokedOn: revokedOn || null })

function ProcuracyDialog({
  employeeId,
  row,
  onClose,
  onSaved,
}: {
  employeeId: string
  row: Procuracy | null
  onClose: () => void
  onSaved: () => void
}) {
  const entry = useEntry<Procuracy, Values>({
    record: row,
    schema: Procuracy,
    fields,
    toValues: (entry) => ({
      number: entry?.number ?? '',
      dateFrom: entry?.dateFrom ?? '',
      dateTo: entry?.dateTo ?? '',
      scope: entry?.scope ?? '',
      issuer: entry?.issuer ?? '',
      notary: entry?.notary ?? '',
      revokedOn: entry?.revokedOn ?? '',
    }),
    issues: issuesBy(ProcuracyInput, toInput, procuracyIssues),
    save: (values, version, on) =>
      on
        ? call(updateProcuracy, {
            params: { employeeId, id: String(on.id) },
            body: { ...toInput(values), version },
          })
        : call(createProcuracy, { params: { employeeId }, body: toInput(values) }),
    saved: 'Доверенность сохранена',
    onDone: () => {
      onSaved()
      onClose()
    },
  })
  const { control } = entry.form
  return (
    <EntryDialog
      title={row ? `Доверенность ${row.number}` : 'Новая доверенность'}
      entry={entry}
      onClose={onClose}
    >
      <PlainField control={control} fields={fields} name="number" span="full" />
      <PlainField control={control} fields={fields} name="dateFrom" />
      <PlainField control={control} fields={fields} name="dateTo" />
      <PlainField control={control} fields={fields} name="scope" span="full" />
      <PlainField control={control} fields={fields} name="issuer" />
      <PlainField control={control} fields={fields} name="notary" />
      {row && <PlainField control={control} fields={fields} name="revokedOn" />}
    </EntryDialog>
  )
}

/** Powers of attorney of the person: until when, what for, the paper itself. */
export function EmployeeProcuracies({ employee }: { employee: Employee }) {
  const employeeId = String(employee.id)
  const reason = useRights().mayCall(createProcuracy) ? null : noEmployeeUpdate
  const answer = useQuery(query(listProcuracies, { params: { employeeId } }))
  return (
    <Entries
      label="Доверенности"
      above={
        <span className="muted">
          О доверенностях, которые заканчиваются, система предупреждает за 30 и 7 дней
        </span>
      }
      add="Добавить доверенность"
      columns={(open) => [
        {
          key: 'number',
          title: 'Номер',
          width: 180,
          render: (row) => open(row, row.number),
        },
        {
          key: 'term',
          title: 'Срок',
          width: 210,
          render: (row) => (
            <>
              <span className="nowrap">
                {formatDate(row.dateFrom)} — {formatDate(row.dateTo)}
              </span>
              <span className="under">
                {row.revokedOn ? `отозвана ${formatDate(row.revokedOn)}` : daysLeftText(row.daysLeft)}
              </span>
            </>
          ),
        },
        {
          key: 'state',
          title: 'Состояние',
          width: 140,
          render: ({ state }) => <Tag tone={expiryTones[state]}>{expiryStates[state]}</Tag>,
        },
        { key: 'scope', title: 'Полномочия', width: 320, render: ({ scope }) => scope },
        {
          key: 'file',
          title: 'Файл',
          width: 260,
          render: (row) => {
            const params = { employeeId, id: String(row.id) }
            return (
              <FileCell
                file={row.file}
                label={row.number}
                disabledReason={reason}
                get={() => download(downloadProcuracyFile, { params })}
                upload={(file) =>
                  call(uploadProcuracyFile, { params }, { file }).then(() => void answer.refetch())
                }
              />
            )
          },
        },
      ]}
      answer={answer}
      nameOf={({ number }) => number}
      reason={reason}
      dialog={(row, onClose) => (
        <ProcuracyDialog
          employeeId={employeeId}
          row={row}
          onClose={onClose}
          onSaved={() => void answer.refetch()}
        />
      )}
      removal={{
        one: ({ id, version }) =>
          call(deleteProcuracy, { params: { employeeId, id: String(id) }, query: { version } }),
        question: ({ number }) => `Удалить доверенность ${number}?`,
        done: 'Доверенность удалена',
      }}
      emptyTitle="Доверенностей нет"
    />
  )
}
