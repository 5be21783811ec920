import type { RateStructure } from '@ipoteka-office/contract/underwriting/rate-structure.ts'
import { formatPercent } from '#lib/format.ts'
import styles from './underwriting.module.css'

const signed = (points: string) =>
  `${points.startsWith('-') ? '−' : '+'}${formatPercent(points.replace('-', ''), 3)}`

/** Of what the rate of a decision was made when it was signed. */
export function RateLine({
  structure: { product, release, base, steps, total },
}: {
  structure: RateStructure
}) {
  return (
    <details className={styles.rate}>
      <summary>Из чего ставка {formatPercent(total, 3)}</summary>
      <ul>
        <li>
          Базовая ставка {formatPercent(base.points, 3)}{' '}
          <span className="muted small">
            {product}, {base.source === '' ? `выпуск ${release}` : base.source}
          </span>
        </li>
        {steps.map(({ name, points }, at) => (
          // Two steps may be called the same.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${at} ${name}`}>
            {signed(points)} {name}
          </li>
        ))}
      </ul>
    </details>
  )
}
