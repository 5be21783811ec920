import { cx } from './class-names.ts'
import styles from './status.module.css'

/** Share of the limit in use, 0 to 1; a limit of 0 is full as soon as anything is in work. */
export function loadShare(used: number, limit: number | null): number {
  if (limit === null) return 0
  if (limit <= 0) return used > 0 ? 1 : 0
  return Math.min(1, Math.max(0, used / limit))
}

/** Green, amber from 80 %, red when the limit is reached. */
export function loadTone(used: number, limit: number | null): 'green' | 'amber' | 'red' {
  if (limit === null || used <= 0) return 'green'
  if (used >= limit) return 'red'
  return used / limit >= 0.8 ? 'amber' : 'green'
}

/** A bar and «14 / 25»; no limit is «14 / −». */
export function LoadBar({ used, limit }: { used: number; limit: number | null }) {
  return (
    <span className={styles.load}>
      <span className={styles.track} aria-hidden="true">
        <i
          className={cx(styles.fill, styles[loadTone(used, limit)])}
          style={{ width: `${loadShare(used, limit) * 100}%` }}
        />
      </span>
      {used} / {limit ?? '−'}
    </span>
  )
}
