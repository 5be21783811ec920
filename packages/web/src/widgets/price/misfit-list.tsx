import type { Misfit } from '@ipoteka-office/contract/products/pricing/offers.ts'
import styles from './misfit-list.module.css'

/** Products that do not fit: why, and what would make them fit. */
export function MisfitList({ misfits }: { misfits: readonly Misfit[] }) {
  return (
    <ul className={styles.misfits}>
      {misfits.map(({ product, reasons }) => (
        <li key={product.id}>
          <b>{product.name}</b>
          <ul>
            {reasons.map(({ reason, remedy }) => (
              <li key={reason}>
                {reason}
                {remedy !== null && <span className={styles.remedy}>{remedy}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
