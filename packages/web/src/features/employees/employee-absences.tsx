import { absenceFields as fields } from '@ipoteka-office/contract/employees/employee-part-fields.ts'
import { approverTypes } from '@ipoteka-office/contract/approvers/approvers.ts'
import {
  absenceIssues,
  absenceStates,
  cancelAbsence,
  createAbsence,
  EmployeeAbsence,
  EmployeeAbsenceInput,
  listAbsences,
  updateAbsence,
} from '@ipoteka-office/contract/employees/employee-absences.ts'
import {
  type AbsenceReason,
  absenceReasons,
  type Employee,
} from '@ipoteka-office/contract/employees/employees.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { Field } from '#ui/form/field.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Entries } from '#widgets/list/entries.tsx'
import { EntryDialog, issuesBy, useEntry } from '#widgets/record/entry-dialog.tsx'
import { searchEmployees } from '#widgets/partner-tabs/employee-options.ts'
import { noEmployeeUpdate } from './employee-words.ts'
import { PlainField } from '#widgets/record/plain-field.tsx'

interface Values {
  reason: AbsenceReason
  dateFrom: string
  dateTo: string
  deputyId: string | null
  comment: string
}

const tones = { PLANNED: 'neutral', CURRENT: 'amber', ENDED: 'neutral', CANCELLED: 'red' } as const
const toInput = ({ deputyId, ...values }: Values) => ({
  ...values,
  deputyId: deputyId === null ? null : Number(deputyId),
})

function AbsenceDialog({
  employee,
  row,
  onClose,
  onSaved,
}: {
  employee: Employee
  row: EmployeeAbsence | null
  onClose: () => void
  onSaved: () => void
}) {
  const employeeId = String(employee.id)
  const entry = useEntry<EmployeeAbsence, Values>({
    record: row,
    schema: EmployeeAbsence,
    fields,
    names: (server) => ({
      employee: [row, server].flatMap((one) =>
        one?.deputy ? [{ code: String(one.deputy.id), name: one.deputy.fullName }] : [],
      ),
    }),
    toValues: (entry) => ({
      reason: entry?.reason ?? 'VACATION',
      dateFrom: entry?.dateFrom ?? '',
      dateTo: entry?.dateTo ?? '',
      deputyId: entry?.deputy ? String(entry.deputy.id) : null,
      comment: entry?.comment ?? '',
    }),
    issues: issuesBy(EmployeeAbsenceInput, toInput, absenceIssues),
    save: (values, version, on) =>
      on
        ? call(updateAbsence, {
            params: { employeeId, id: String(on.id) },
            body: { ...toInput(values), version },
          })
        : call(createAbsence, { params: { employeeId }, body: toInput(values) }),
    saved: 'Отсутствие сохранено',
    onDone: () => {
      onSaved()
      onClose()
    },
  })
  const { control } = entry.form
  return (
    <EntryDialog title={row ? 'Отсутствие' : 'Новое отсутствие'} entry={entry} onClose={onClose}>
      <Field control={control} name="reason" label={fields.reason.label} span="full">
        {(input) => (
          <SingleSelect
            {...input}
            options={Object.entries(absenceReasons).map(([code, name]) => ({ code, name }))}
          />
        )}
      </Field>
      <PlainField control={control} fields={fields} name="dateFrom" />
      <PlainField control={control} fields={fields} name="dateTo" />
      <Field control={control} name="deputyId" label={fields.deputyId.label} span="full">
        {(input) => (
          <LookupSelect
            {...input}
            known={row?.deputy ? { code: String(row.deputy.id), name: row.deputy.fullName } : null}
            search={searchEmployees(String(employee.partner.id))}
          />
        )}
      </Field>
      <PlainField control={control} fields={fields} name="comment" span="full" />
    </EntryDialog>
  )
}

/** When the person is away and who acts instead; what it does to their work as an approver is said in each row. */
export function EmployeeAbsences({ employee }: { employee: Employee }) {
  const employeeId = String(employee.id)
  const reason = useRights().mayCall(createAbsence) ? null : noEmployeeUpdate
  const answer = useQuery(query(listAbsences, { params: { employeeId } }))
  const isOpen = ({ state }: EmployeeAbsence) => state === 'PLANNED' || state === 'CURRENT'
  return (
    <Entries
      label="Отсутствия"
      above={
        <span className="muted">На это время согласующий ставится на паузу и возвращается к работе сам</span>
      }
      add="Добавить отсутствие"
      columns={(open) => [
        {
          key: 'reason',
          title: 'Причина',
          width: 180,
          render: (row) => open(row, absenceReasons[row.reason]),
        },
        {
          key: 'term',
          title: 'Когда',
          width: 220,
          render: ({ dateFrom, dateTo }) => (
            <span className="nowrap">
              {formatDate(dateFrom)} — {formatDate(dateTo)}
            </span>
          ),
        },
        {
          key: 'deputy',
          title: 'Замещает',
          width: 240,
          render: ({ deputy }) => deputy?.fullName ?? emptyValue,
        },
        {
          key: 'state',
          title: 'Состояние',
          width: 260,
          render: ({ state, pausedApprovers }) => (
            <>
              <StatusDot tone={tones[state]}>{absenceStates[state]}</StatusDot>
              {pausedApprovers.length > 0 && (
                <span className="under">
                  на паузе: {pausedApprovers.map(({ type }) => approverTypes[type]).join(', ')}
                </span>
              )}
            </>
          ),
        },
      ]}
      answer={answer}
      nameOf={(row) => `${absenceReasons[row.reason]} с ${formatDate(row.dateFrom)}`}
      reason={reason}
      rowReason={(row) => (isOpen(row) ? null : 'Прошедшее отсутствие не меняется')}
      dialog={(row, onClose) => (
        <AbsenceDialog
          employee={employee}
          row={row}
          onClose={onClose}
          onSaved={() => void answer.refetch()}
        />
      )}
      removal={{
        isFor: isOpen,
        word: ({ state }) => (state === 'CURRENT' ? 'Закончить' : 'Отменить'),
        one: ({ id, version }) =>
          call(cancelAbsence, { params: { employeeId, id: String(id) }, query: { version } }),
        question: ({ state }) =>
          state === 'CURRENT' ? 'Закончить отсутствие сегодня?' : 'Отменить отсутствие?',
        done: 'Отсутствие отменено',
      }}
      emptyTitle="Отсутствий нет"
    />
  )
}
