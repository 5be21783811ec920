import type { ReactNode } from 'react'
import { formatCount } from '#lib/digits.ts'
import styles from './status.module.css'

/** A long piece of work: what, how far with a number. `total` null while it is not known yet, and no number while there is none. */
export function Progress({
  label,
  done,
  total,
  children,
}: {
  label: string
  done: number
  total: number | null
  children?: ReactNode
}) {
  const percent = total ? Math.min(100, Math.floor((done / total) * 100)) : 0
  return (
    <div className={styles.progress}>
      <div className={styles.progressHead}>
        <span>{label}</span>
        {(done > 0 || total !== null) && (
          <span className="muted nowrap">
            {formatCount(done)}
            {total !== null && ` из ${formatCount(total)} · ${percent} %`}
          </span>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(total === null ? {} : { 'aria-valuenow': percent })}
        className={`${styles.track} ${styles.wide}`}
      >
        <i className={styles.fill} style={{ width: `${percent}%` }} />
      </div>
      {children}
    </div>
  )
}
