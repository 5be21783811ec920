import {
  exclusionFields as of,
  type ExclusionReason,
  exclusionReasons,
} from '@ipoteka-office/contract/underwriting/form/income/exclusions.ts'
import { gridIssues } from '@ipoteka-office/contract/underwriting/form/income/grid-issues.ts'
import type {
  ExclusionInput,
  GridMonth,
  IncomeGrid,
} from '@ipoteka-office/contract/underwriting/form/income/income.ts'
import {
  incomeSources,
  type IncomeSource,
  type Payment,
} from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import { useWatch } from 'react-hook-form'
import { formatRoubles } from '#lib/format.ts'
import { Field } from '#ui/form/field.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { PlainField } from '#widgets/record/plain-field.tsx'
import { monthText } from '@ipoteka-office/contract/common/months.ts'
import { type GridPlace, plainOf, useGridSave } from './use-grid.ts'

/** The month of a source that is asked about. */
export interface ChosenMonth {
  readonly source: IncomeSource
  readonly month: GridMonth
}

interface Values {
  /** MONTH, PART, or the code of a payment after `code `. */
  what: string
  amount: string | null
  reason: ExclusionReason
  words: string
}

const reasonOptions = Object.entries(exclusionReasons).map(([code, name]) => ({ code, name }))
const ofCode = 'code '

/** What can be left out of a month: all of it, a kind of its payments, a part of the sum. */
function choicesOf({ month }: ChosenMonth): { code: string; name: string }[] {
  const codes = Map.groupBy(month.payments, ({ code }) => code)
  const payments = [...codes].flatMap(([code, group]) =>
    code === null || codes.size === 1 ? [] : [{ code: `${ofCode}${code}`, name: group[0]?.name ?? code }],
  )
  return [
    ...payments,
    { code: 'MONTH', name: `Месяц целиком, ${formatRoubles(month.amount)}` },
    { code: 'PART', name: 'Часть суммы' },
  ]
}

/** What looks like paid once is offered first. */
function startOf(chosen: ChosenMonth): Values {
  const oneOff = chosen.month.payments.find((payment) => payment.oneOff)
  const isAmong = new Set(chosen.month.payments.map(({ code }) => code)).size > 1
  return {
    what: oneOff && isAmong ? `${ofCode}${oneOff.code ?? ''}` : 'MONTH',
    ...{ amount: null, words: '' },
    reason: chosen.source === 'ACCOUNT' ? 'NOT_INCOME' : 'BONUS',
  }
}

const toExclusion = (
  { source, month }: ChosenMonth,
  { what, amount, reason, words }: Values,
): ExclusionInput => ({
  ...{ source, month: month.month, reason, words },
  code: what.startsWith(ofCode) ? what.slice(ofCode.length) : null,
  amount: what === 'PART' ? (amount ?? '0') : null,
})

/** Everything that was paid, by who tells of it: what the rules of the grid are asked with. */
function paymentsOf({ lines }: IncomeGrid): Readonly<Record<IncomeSource, readonly Payment[]>> {
  const of = (source: IncomeSource) =>
    (lines.find((line) => line.source === source)?.months ?? []).flatMap(({ month, payments }) =>
      payments.map((payment) => ({ ...payment, month })),
    )
  return { CERTIFICATE: of('CERTIFICATE'), REGISTER: of('REGISTER'), ACCOUNT: of('ACCOUNT') }
}

const fieldOf: Readonly<Record<string, string>> = { amount: 'amount', words: 'words' }

/** What is wrong with what is left out, at the fields of this window. */
function issuesOf(grid: IncomeGrid, chosen: ChosenMonth, values: Values) {
  const before = grid.exclusions.map(plainOf)
  const place = `exclusions.${before.length}.`
  const issues = gridIssues(
    { account: [], exclusions: [...before, toExclusion(chosen, values)] },
    { thisMonth: '9999-12', payments: paymentsOf(grid), before },
  )
  return issues.flatMap(({ path, message }) =>
    path.startsWith(place) ? [{ path: [fieldOf[path.slice(place.length)] ?? 'what'], message }] : [],
  )
}

/** Leaves a month or a payment out of the mean, with the reason. */
export function ExclusionWindow({
  place,
  grid,
  chosen,
  onClose,
}: {
  place: GridPlace
  grid: IncomeGrid
  chosen: ChosenMonth
  onClose: () => void
}) {
  const save = useGridSave(place)
  const entry = useEntryForm<Values>({
    values: startOf(chosen),
    issues: (values) => issuesOf(grid, chosen, values),
    save: (values) =>
      save(grid, { exclusions: [...grid.exclusions.map(plainOf), toExclusion(chosen, values)] }),
    saved: 'Больше не учитывается, среднее пересчитано',
    onDone: onClose,
  })
  const { control } = entry.form
  const what = useWatch({ control, name: 'what' })
  return (
    <EntryDialog
      title={`Не учитывать: ${monthText(chosen.month.month)}`}
      entry={entry}
      size="medium"
      saveText="Не учитывать"
      onClose={onClose}
    >
      <Field
        control={control}
        name="what"
        label="Что не учитывать"
        hint={incomeSources[chosen.source]}
        span="full"
      >
        {({ onChange, ...input }) => (
          <SingleSelect {...input} options={choicesOf(chosen)} onChange={(code) => onChange(code)} />
        )}
      </Field>
      {what === 'PART' && <PlainField control={control} fields={of} name="amount" span="full" />}
      <Field control={control} name="reason" label={of.reason.label} span="full">
        {({ onChange, ...input }) => <SingleSelect {...input} options={reasonOptions} onChange={onChange} />}
      </Field>
      <PlainField control={control} fields={of} name="words" span="full" />
    </EntryDialog>
  )
}
