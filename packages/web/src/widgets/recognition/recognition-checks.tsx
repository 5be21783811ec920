import { monthNames } from '@ipoteka-office/contract/common/months.ts'
import type { IncomeRow, RecognitionCheck } from '@ipoteka-office/contract/recognition/recognition.ts'
import { emptyValue, formatMoney } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './recognition.module.css'

const stateOf = ({ passed }: RecognitionCheck) =>
  passed === null ? 'unknown' : passed ? ('passed' as const) : ('failed' as const)
const marks = {
  passed: { icon: 'check', word: 'Сходится' },
  failed: { icon: 'warning', word: 'Не сходится' },
  unknown: { icon: 'minus', word: 'Не проверено' },
} as const

/** What the values say of one another; those that fail come first. */
export function RecognitionChecks({ checks }: { checks: readonly RecognitionCheck[] }) {
  const order = { failed: 0, unknown: 1, passed: 2 } as const
  const sorted = [...checks].sort((a, b) => order[stateOf(a)] - order[stateOf(b)])
  return (
    <ul className={styles.checks} aria-label="Проверки">
      {sorted.map((check) => {
        const state = stateOf(check)
        return (
          <li key={check.code} className={cx(styles.check, styles[state])}>
            <Icon name={marks[state].icon} />
            <span>
              <b>{check.label}</b>
              <span className="visually-hidden"> — {marks[state].word}. </span>
              <span className={styles.checkText}>{check.message}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Monthly incomes of a certificate; the row under the pointer is shown on the scan. */
export function IncomeTable({
  incomes,
  onSpot,
}: {
  incomes: readonly IncomeRow[]
  onSpot: (row: IncomeRow) => void
}) {
  return (
    <div className={styles.scroll}>
      <table className={styles.incomes}>
        <thead>
          <tr>
            <th scope="col">Месяц</th>
            <th scope="col">Код</th>
            <th scope="col" className={styles.money}>
              Доход
            </th>
            <th scope="col" className={styles.money}>
              Вычет
            </th>
          </tr>
        </thead>
        <tbody>
          {incomes.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are what was read, in its order, and never move
            <tr
              key={at}
              onPointerEnter={() => onSpot(row)}
              className={cx(row.confidence < 0.6 && styles.doubtful)}
            >
              <td>{monthNames[row.month - 1]}</td>
              <td>{row.incomeCode}</td>
              <td className={styles.money}>{formatMoney(row.amount)}</td>
              <td className={styles.money}>
                {row.deduction === null ? emptyValue : `${row.deductionCode}: ${formatMoney(row.deduction)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
