import {
  createReassignment,
  findTransfer,
  isOfEmployee,
  ReassignmentInput,
  type ReassignmentType,
  reassignmentFields as fields,
  reassignmentIssues,
  reassignmentTypes,
  transferKinds,
} from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { listRegions } from '@ipoteka-office/contract/references/reference-options.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { queryExactly } from '#api/query.ts'
import { countOf } from '#lib/plural.ts'
import { Field } from '#ui/form/field.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'
import { searchEmployees } from './employee-options.ts'
import styles from './partner-tabs.module.css'
import { EntryDialog, entryIssues, issuesBy, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { PlainField } from '#widgets/record/plain-field.tsx'

interface Values {
  typeCode: ReassignmentType
  toPartnerId: string | null
  regionCode: string | null
  employeeId: string | null
  toEmployeeId: string | null
  dateFrom: string
  dateTo: string
  comment: string
}

const id = (code: string | null) => (code === null ? null : Number(code))
const toInput = (values: Values) => ({
  ...values,
  toPartnerId: id(values.toPartnerId) ?? 0,
  regionCode: values.typeCode === 'BY_REGION' ? values.regionCode : null,
  employeeId: isOfEmployee(values.typeCode) ? id(values.employeeId) : null,
  toEmployeeId: isOfEmployee(values.typeCode) ? id(values.toEmployeeId) : null,
  dateFrom: values.dateFrom || null,
  dateTo: values.dateTo || null,
})

const issuesOf = issuesBy(ReassignmentInput, toInput, reassignmentIssues)

/** What would move and who could take it, asked again as the choice changes. */
function useTransfer(partnerId: string, values: Partial<Values>) {
  const body = {
    partnerId: Number(partnerId),
    typeCode: values.typeCode ?? 'FULL',
    ...(values.typeCode === 'BY_REGION' && { regionCode: values.regionCode ?? null }),
    ...(isOfEmployee(values.typeCode ?? 'FULL') && { employeeId: id(values.employeeId ?? null) }),
  }
  const { data } = useQuery(queryExactly(findTransfer, { body }))
  const candidatesOf = (list: NonNullable<typeof data>['candidates']): Option[] =>
    list.map(({ id: partner, shortName, inn, suitable, missingRoles, missingRegions }) => {
      const missing = [
        missingRoles.length > 0 && `нет ролей: ${missingRoles.length}`,
        missingRegions.length > 0 && `нет регионов: ${missingRegions.length}`,
      ].filter(Boolean)
      return {
        code: String(partner),
        name: `${shortName}, ИНН ${inn}${suitable ? '' : ` (${missing.join(', ') || 'не подходит'})`}`,
      }
    })
  return {
    counts: (data?.counts ?? []).filter(({ count }) => count > 0),
    total: data?.total,
    candidates: candidatesOf(data?.candidates ?? []),
    search: async (search: string, signal: AbortSignal) =>
      candidatesOf((await call(findTransfer, { body: { ...body, search } }, { signal })).candidates),
  }
}

/** A plan of a transfer: the type, what it moves, and who takes it. */
export function ReassignmentDialog({
  partnerId,
  onClose,
  onPlanned,
}: {
  partnerId: string
  onClose: () => void
  onPlanned: () => void
}) {
  const entry = useEntryForm<Values>({
    values: {
      typeCode: 'FULL',
      toPartnerId: null,
      regionCode: null,
      employeeId: null,
      toEmployeeId: null,
      dateFrom: '',
      dateTo: '',
      comment: '',
    },
    issues: (values) => [
      ...(values.toPartnerId === null
        ? entryIssues([{ path: 'toPartnerId', message: 'Выберите партнёра' }])
        : []),
      ...issuesOf(values),
    ],
    save: (values) => call(createReassignment, { params: { partnerId }, body: toInput(values) }),
    saved: null,
    onDone: () => {
      onPlanned()
      onClose()
    },
  })
  const { form } = entry
  const { control } = form
  const values = useWatch({ control })
  const type = values.typeCode ?? 'FULL'
  const transfer = useTransfer(partnerId, values)
  const regions = useReferenceOptions(listRegions).options
  return (
    <EntryDialog title="Передача работы" saveText="Сохранить план" entry={entry} onClose={onClose}>
      <Field control={control} name="typeCode" label={fields.typeCode.label} span="full">
        {(input) => (
          <SingleSelect
            {...input}
            options={Object.entries(reassignmentTypes).map(([code, name]) => ({ code, name }))}
          />
        )}
      </Field>
      {type === 'BY_REGION' && (
        <Field control={control} name="regionCode" label={fields.regionCode.label} span="full">
          {(input) => <SingleSelect {...input} options={regions} />}
        </Field>
      )}
      {isOfEmployee(type) && (
        <Field control={control} name="employeeId" label={fields.employeeId.label}>
          {(input) => <LookupSelect {...input} search={searchEmployees(partnerId)} />}
        </Field>
      )}
      <Field
        control={control}
        name="toPartnerId"
        label={fields.toPartnerId.label}
        span={isOfEmployee(type) ? 'half' : 'full'}
        hint={fields.toPartnerId.hint}
      >
        {(input) => <LookupSelect {...input} options={transfer.candidates} search={transfer.search} />}
      </Field>
      {isOfEmployee(type) && values.toPartnerId && (
        <Field control={control} name="toEmployeeId" label={fields.toEmployeeId.label} span="full">
          {(input) => (
            <LookupSelect
              key={values.toPartnerId}
              {...input}
              search={searchEmployees(values.toPartnerId ?? '')}
            />
          )}
        </Field>
      )}
      {type === 'TEMPORARY' && <PlainField control={control} fields={fields} name="dateTo" />}
      <PlainField control={control} fields={fields} name="comment" span="full" />
      <div className={styles.wide} aria-live="polite">
        {transfer.total === undefined ? (
          <span className="muted">Считаем, что будет передано…</span>
        ) : (
          <>
            <b>Будет передано {countOf(transfer.total, 'объект', 'объекта', 'объектов')}</b>
            <ul>
              {transfer.counts.map(({ kind, count }) => (
                <li key={kind}>
                  {transferKinds[kind]}: {count}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </EntryDialog>
  )
}
