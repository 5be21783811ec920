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
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { FilterBar } from '#ui/table/filter-chip.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { EntryDialog, entryIssues, useEntry } from '#widgets/record/entry-dialog.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { searchEmployees } from '#widgets/partner-tabs/employee-options.ts'
import { noEmployeeUpdate } from './employee-words.ts'
import styles from './employees.module.css'

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
    issues: (values) => {
      const parsed = EmployeeAbsenceInput.safeParse(toInput(values))
      return parsed.success ? entryIssues(absenceIssues(parsed.data)) : parsed.error.issues
    },
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
      <Field control={control} name="dateFrom" label={fields.dateFrom.label}>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="dateTo" label={fields.dateTo.label} hint={fields.dateTo.hint}>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="deputyId" label={fields.deputyId.label} span="full">
        {(input) => (
          <LookupSelect
            {...input}
            known={row?.deputy ? { code: String(row.deputy.id), name: row.deputy.fullName } : null}
            search={searchEmployees(String(employee.partner.id))}
          />
        )}
      </Field>
      <Field control={control} name="comment" label={fields.comment.label} span="full">
        {(input) => <TextInput {...input} />}
      </Field>
    </EntryDialog>
  )
}

/** When the person is away and who acts instead; what it does to their work as an approver is said in each row. */
export function EmployeeAbsences({ employee }: { employee: Employee }) {
  const employeeId = String(employee.id)
  const reason = useRights().mayCall(createAbsence) ? null : noEmployeeUpdate
  const [edited, setEdited] = useState<EmployeeAbsence | 'new' | null>(null)
  const list = useQuery(query(listAbsences, { params: { employeeId } }))
  const reload = () => void list.refetch()
  const cancel = useMutation({
    ...mutation(cancelAbsence),
    onError: notifyFailure,
    onSuccess: () => {
      toast.success('Отсутствие отменено')
      reload()
    },
  })
  const askCancel = async (row: EmployeeAbsence) => {
    const text = row.state === 'CURRENT' ? 'Закончить отсутствие сегодня?' : 'Отменить отсутствие?'
    if (await confirm({ text, okText: 'Да' }))
      cancel.mutate({ params: { employeeId, id: String(row.id) }, query: { version: row.version } })
  }
  const rows = list.data
  const open = ({ state }: EmployeeAbsence) => state === 'PLANNED' || state === 'CURRENT'
  return (
    <>
      <FilterBar
        end={
          <Button look="primary" disabledReason={reason} onClick={() => setEdited('new')}>
            Добавить отсутствие
          </Button>
        }
      >
        <span className="muted">На это время согласующий ставится на паузу и возвращается к работе сам</span>
      </FilterBar>
      <WholeTable
        label="Отсутствия"
        columns={[
          {
            key: 'reason',
            title: 'Причина',
            width: 180,
            render: (row) => (
              <Button
                look="link"
                disabledReason={open(row) ? reason : 'Прошедшее отсутствие не меняется'}
                onClick={() => setEdited(row)}
              >
                {absenceReasons[row.reason]}
              </Button>
            ),
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
                  <span className={styles.under}>
                    на паузе: {pausedApprovers.map(({ type }) => approverTypes[type]).join(', ')}
                  </span>
                )}
              </>
            ),
          },
          {
            key: 'cancel',
            title: 'Действия',
            width: 120,
            render: (row) =>
              open(row) && (
                <Button look="quiet" disabledReason={reason} onClick={() => void askCancel(row)}>
                  {row.state === 'CURRENT' ? 'Закончить' : 'Отменить'}
                </Button>
              ),
          },
        ]}
        rows={rows}
        rowKey={(row) => String(row.id)}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={reload}
        emptyTitle="Отсутствий нет"
      />
      {edited !== null && (
        <AbsenceDialog
          employee={employee}
          row={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={reload}
        />
      )}
    </>
  )
}
