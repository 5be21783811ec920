import type { ConnectionKind } from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'
import { cx } from '#ui/class-names.ts'
import { kindSigns } from './graph-words.ts'
import styles from './graph.module.css'

/** The mark of a kind around the point 0, 0: a circle for a person, a box with a letter for a thing. */
export function Mark({ kind }: { kind: ConnectionKind }) {
  return kind === 'PERSON' ? (
    <g className={styles.mark}>
      <circle r="8" />
    </g>
  ) : (
    <g className={cx(styles.mark, styles[kind])}>
      <rect x="-9" y="-9" width="18" height="18" rx="4" />
      <text textAnchor="middle" dominantBaseline="central">
        {kindSigns[kind]}
      </text>
    </g>
  )
}
