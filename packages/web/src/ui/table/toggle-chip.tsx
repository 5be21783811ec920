import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import styles from './filter-chip.module.css'

/** A filter that is on or off. */
export function ToggleChip({
  value,
  onChange,
  children,
}: {
  value: boolean
  onChange: (value: boolean) => void
  children: ReactNode
}) {
  return (
    <span className={cx(styles.chip, value && styles.on)}>
      <button type="button" className={styles.open} aria-pressed={value} onClick={() => onChange(!value)}>
        {children}
      </button>
    </span>
  )
}
