import { hasCarried, type ScheduleLine } from '@ipoteka-office/contract/calculator/calculators.ts'
import { formatDate } from '#lib/dates.ts'
import { formatMoney, formatPercent } from '#lib/format.ts'
import styles from './calculator.module.css'

const kinds: Record<ScheduleLine['kind'], string> = {
  REGULAR: '',
  INTEREST_ONLY: 'только проценты',
  LAST: 'последний',
  EARLY: 'досрочно',
}

/** The schedule line by line, in a box of its own height. */
export function ScheduleTable({ schedule }: { schedule: readonly ScheduleLine[] }) {
  const carries = hasCarried(schedule)
  return (
    // The box scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label="График платежей" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">№</th>
            <th scope="col">Дата</th>
            <th scope="col">Дней</th>
            <th scope="col">Ставка</th>
            <th scope="col">Платёж</th>
            <th scope="col">Проценты</th>
            <th scope="col">Долг</th>
            {carries && <th scope="col">Перенесено процентов</th>}
            <th scope="col">Остаток</th>
          </tr>
        </thead>
        <tbody>
          {schedule.map((row, index) => (
            <tr key={`${row.date} ${row.number ?? `early ${index}`}`}>
              <td>{row.number ?? ''}</td>
              <td>
                {formatDate(row.date)}
                {row.dueDate !== row.date && (
                  <span className="under">можно до {formatDate(row.dueDate)}</span>
                )}
                {kinds[row.kind] && <span className="under">{kinds[row.kind]}</span>}
              </td>
              <td>{row.days}</td>
              <td>{formatPercent(row.rate)}</td>
              <td>{formatMoney(row.payment)}</td>
              <td>{formatMoney(row.interest)}</td>
              <td>{formatMoney(row.principal)}</td>
              {carries && <td>{formatMoney(row.carried)}</td>}
              <td>{formatMoney(row.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
