import { Money } from '@ipoteka-office/contract/common/amounts.ts'
import type { IncomeGrid } from '@ipoteka-office/contract/underwriting/form/income/income.ts'
import { monthBefore } from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { monthText } from '@ipoteka-office/contract/common/months.ts'
import { type GridPlace, useGridSave } from './use-grid.ts'

/** How many months back the window offers: the paper shows a year and the month that has begun. */
const offered = 13

/** Months by their keys; an empty one is of no statement. */
type Values = Record<string, string | null>

function monthsOf({ account }: IncomeGrid): string[] {
  const now = bankDay(serverNow()).slice(0, 7)
  const recent = Array.from({ length: offered }, (_, at) => monthBefore(now, at))
  return [...new Set([...recent, ...account.map(({ month }) => month)])].toSorted((one, other) =>
    other.localeCompare(one),
  )
}

const isGiven = (sum: string | null | undefined): sum is string =>
  sum !== null && sum !== undefined && sum !== ''

/** Types the receipts of a statement of the account by month. */
export function AccountWindow({
  place,
  grid,
  onClose,
}: {
  place: GridPlace
  grid: IncomeGrid
  onClose: () => void
}) {
  const save = useGridSave(place)
  const months = monthsOf(grid)
  const known = new Map(grid.account.map(({ month, amount }) => [month, amount]))
  const entry = useEntryForm<Values>({
    values: Object.fromEntries(months.map((month) => [month, known.get(month) ?? null])),
    issues: (values) =>
      months.flatMap((month) => {
        const sum = values[month]
        const read = Money.safeParse(sum)
        return !isGiven(sum) || read.success
          ? []
          : [{ path: [month], message: 'Сумма: рубли и не более двух знаков после точки' }]
      }),
    save: (values) =>
      save(grid, {
        account: months.flatMap((month) => {
          const amount = values[month]
          return isGiven(amount) ? [{ month, amount }] : []
        }),
      }),
    saved: 'Выписка записана',
    onDone: onClose,
  })
  return (
    <EntryDialog title="Поступления по выписке" entry={entry} onClose={onClose}>
      {months.map((month) => (
        <Field key={month} control={entry.form.control} name={month} label={monthText(month)} span="quarter">
          {(input) => <MoneyInput {...input} />}
        </Field>
      ))}
    </EntryDialog>
  )
}
