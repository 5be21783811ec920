import type {
  DecisionSheet,
  LoanFigures,
  LoanTerms,
} from '@ipoteka-office/contract/underwriting/decisions.ts'
import { emptyValue, formatMoney, formatPercent, formatRoubles, formatTerm } from '#lib/format.ts'
import styles from './underwriting.module.css'

type Column = LoanTerms & LoanFigures

const rows: readonly (readonly [string, (column: Column) => string])[] = [
  ['Сумма кредита', ({ amount }) => formatRoubles(amount)],
  ['Срок', ({ termMonths }) => formatTerm(termMonths)],
  ['Ставка', ({ rate }) => formatPercent(rate, 3)],
  ['Платёж в месяц', ({ payment }) => formatMoney(payment)],
  ['ПСК', ({ fullLoanCost }) => formatPercent(fullLoanCost, 3)],
  ['ПДН', ({ debtLoad }) => formatPercent(debtLoad)],
  ['К/З', ({ loanToValue }) => formatPercent(loanToValue)],
]

/** What the client asks for, what is proposed, and what is being decided, side by side. */
export function RequestedTerms({
  sheet,
  decided,
}: {
  sheet: DecisionSheet
  /** Absent: nothing is being decided. */
  decided?: Column | undefined
}) {
  const columns: [string, Column][] = [
    ['Запрошено', { ...sheet.requested, ...sheet.figures }],
    ...(sheet.proposed ? ([['Предложено', sheet.proposed]] as [string, Column][]) : []),
    ...(decided ? ([['Решение', decided]] as [string, Column][]) : []),
  ]
  return (
    <table className={styles.terms} aria-label="Условия кредита">
      <thead>
        <tr>
          <th scope="col">Условие</th>
          {columns.map(([name]) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, show]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {columns.map(([name, column], index) => {
              const text = show(column)
              const isChanged = index > 0 && text !== show(columns[0]?.[1] ?? column)
              return (
                <td key={name} data-changed={isChanged || undefined}>
                  {text || emptyValue}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
