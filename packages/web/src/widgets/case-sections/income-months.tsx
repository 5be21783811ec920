import { averageMonth } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { formatMoney } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './case-sections.module.css'
import { lastMonths } from './months.ts'
import { rowsOf } from '../record/field-values.ts'

const yearOfMonths = 12

/** Whether the rows at a path are the months of a source of income. */
export const areIncomeMonths = (path: string): boolean => /^incomes\.\d+\.months$/.test(path)

/** Under the months of a source: their mean, what it is taken for, and a year of empty months at once. */
export function IncomeMonths({
  form,
  path,
  disabled,
  onAdd,
}: {
  form: UseFormReturn
  /** Of the months: `incomes.0.months`. */
  path: string
  disabled: boolean
  onAdd: (months: readonly string[]) => void
}) {
  const confirmedPath = path.replace(/months$/, 'confirmed')
  const [months, confirmed]: [unknown, unknown] = useWatch({
    control: form.control,
    name: [path, confirmedPath],
  }) as [unknown, unknown]
  const rows: FieldValues[] = rowsOf(months)
  const mean = averageMonth(rows)
  const missing = lastMonths(
    bankDay(serverNow()),
    yearOfMonths,
    rows.map((row) => row['month'] as unknown),
  )
  const isTaken = mean !== null && confirmed === mean.amount
  return (
    <>
      {mean !== null && (
        <p className={styles.mean} role="status">
          Среднее за {mean.months} мес.: <strong>{formatMoney(mean.amount)}</strong>
          {confirmed ? '' : ' — столько и считается доходом, пока подтверждённая сумма не указана'}
        </p>
      )}
      {!disabled && (
        <div className={styles.listButtons}>
          {missing.length > 0 && (
            <Button onClick={() => onAdd(missing)}>
              <Icon name="plus" /> Последние {yearOfMonths} месяцев
            </Button>
          )}
          {mean !== null && !isTaken && (
            <Button
              onClick={() =>
                form.setValue(confirmedPath, mean.amount, { shouldDirty: true, shouldValidate: true })
              }
            >
              Подтвердить среднее
            </Button>
          )}
        </div>
      )}
    </>
  )
}
