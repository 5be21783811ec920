import { partnerRateFields as fields } from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { periodIssues } from '@ipoteka-office/contract/partners/partner-parts.ts'
import {
  createPartnerRate,
  deletePartnerRate,
  deletePartnerRates,
  listPartnerRates,
  PartnerRate,
  PartnerRateInput,
  updatePartnerRate,
} from '@ipoteka-office/contract/partners/partner-roles.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { emptyValue, formatPercent } from '#lib/format.ts'
import { Field } from '#ui/form/field.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Entries } from '#widgets/list/entries.tsx'
import { EntryDialog, issuesBy, useEntry } from '#widgets/record/entry-dialog.tsx'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'
import { OperatorNote } from '../operator-note.tsx'
import { usePartnerAccess } from '../partner-access.ts'
import { usePartnerRefresh } from '../use-partner-refresh.ts'
import { PlainField } from '#widgets/record/plain-field.tsx'

const columns: Column<PartnerRate>[] = [
  { key: 'name', title: 'Ставка', width: 200, render: ({ rateName }) => rateName },
  {
    key: 'value',
    title: 'Значение',
    width: 96,
    align: 'right',
    render: ({ value }) => formatPercent(value),
  },
  {
    key: 'period',
    title: 'Период',
    width: 200,
    render: ({ dateFrom, dateTo }) =>
      `${formatDate(dateFrom)} — ${dateTo === null ? 'без срока' : formatDate(dateTo)}`,
  },
  {
    key: 'state',
    title: 'Сегодня',
    width: 130,
    render: ({ inForce }) => (
      <StatusDot tone={inForce ? 'green' : 'neutral'}>{inForce ? 'Действует' : 'Не действует'}</StatusDot>
    ),
  },
  { key: 'comment', title: 'Примечание', width: 150, render: ({ comment }) => comment || emptyValue },
]

interface Values {
  rateCode: string
  value: string | null
  dateFrom: string
  dateTo: string
  comment: string
}

const toInput = (values: Values) => ({
  ...values,
  value: values.value ?? '',
  dateTo: values.dateTo || null,
})

function RateDialog({
  partnerId,
  rate,
  onClose,
}: {
  partnerId: string
  rate: PartnerRate | null
  onClose: () => void
}) {
  const refresh = usePartnerRefresh()
  const kinds = useReferenceOptions(referenceLists.partnerRate).options
  const entry = useEntry<PartnerRate, Values>({
    record: rate,
    schema: PartnerRate,
    fields,
    names: ({ rateCode, rateName }) => ({ partnerRate: [...kinds, { code: rateCode, name: rateName }] }),
    toValues: (entry) => ({
      rateCode: entry?.rateCode ?? '',
      value: entry?.value ?? null,
      dateFrom: entry?.dateFrom ?? bankDay(serverNow()),
      dateTo: entry?.dateTo ?? '',
      comment: entry?.comment ?? '',
    }),
    issues: issuesBy(PartnerRateInput, toInput, periodIssues),
    save: (values, version, on) =>
      on
        ? call(updatePartnerRate, {
            params: { partnerId, id: String(on.id) },
            body: { ...toInput(values), version },
          })
        : call(createPartnerRate, { params: { partnerId }, body: toInput(values) }),
    saved: 'Ставка сохранена',
    onDone: () => {
      refresh()
      onClose()
    },
  })
  const { control } = entry.form
  return (
    <EntryDialog title={rate ? 'Ставка' : 'Новая ставка'} entry={entry} onClose={onClose}>
      <Field control={control} name="rateCode" label={fields.rateCode.label}>
        {({ value, ...input }) => (
          <SingleSelect
            {...input}
            value={value || null}
            options={rate ? [...kinds, { code: rate.rateCode, name: rate.rateName }] : kinds}
          />
        )}
      </Field>
      <Field control={control} name="value" label={fields.value.label}>
        {(input) => <MoneyInput {...input} />}
      </Field>
      <PlainField control={control} fields={fields} name="dateFrom" />
      <PlainField control={control} fields={fields} name="dateTo" />
      <PlainField control={control} fields={fields} name="comment" span="full" />
    </EntryDialog>
  )
}

/** «Ставки»: rates of the partner by periods that do not overlap; the operator's alone to change. */
export function RatesTab({ partnerId }: { partnerId: string }) {
  const { roles } = usePartnerAccess()
  const refresh = usePartnerRefresh()
  const answer = useQuery(query(listPartnerRates, { params: { partnerId } }))
  return (
    <>
      <OperatorNote />
      <Entries
        label="Ставки"
        columns={columns}
        answer={answer}
        nameOf={({ rateName, dateFrom }) => `${rateName} с ${formatDate(dateFrom)}`}
        reason={roles}
        add="Добавить ставку"
        dialog={(entry, onClose) => <RateDialog partnerId={partnerId} rate={entry} onClose={onClose} />}
        onChanged={refresh}
        removal={{
          one: ({ id, version }) =>
            call(deletePartnerRate, { params: { partnerId, id: String(id) }, query: { version } }),
          many: (ids) => call(deletePartnerRates, { params: { partnerId }, query: { ids } }),
        }}
        emptyTitle="Ставок нет"
      />
    </>
  )
}
