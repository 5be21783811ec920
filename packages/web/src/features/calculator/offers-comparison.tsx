import type { LoanCalculation } from '@ipoteka-office/contract/calculator/calculators.ts'
import styles from './calculator.module.css'
import { offerFacts } from './offer-result.tsx'

/** The figures of the offers side by side. */
export function OffersComparison({ answers }: { answers: readonly (LoanCalculation | null)[] }) {
  return (
    <div className="card">
      <div className={styles.compare}>
        <h2>Сравнение предложений</h2>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Показатель</th>
              {answers.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an offer is its place
                <th key={index} scope="col">
                  Предложение {index + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {offerFacts.map(({ label, of }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {answers.map((answer, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an offer is its place
                  <td key={index}>{answer ? of(answer) : '−'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
