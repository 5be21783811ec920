import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import styles from './status.module.css'

/** Ring: not begun, or closed; blue: in work; amber: waits; green: agreed; red: refused. */
export type DotTone = 'neutral' | 'ring' | 'blue' | 'green' | 'amber' | 'red'

/** A coloured dot with the word that says the same. */
export function StatusDot({ tone = 'neutral', children }: { tone?: DotTone; children: ReactNode }) {
  return <span className={cx(styles.dot, styles[tone])}>{children}</span>
}
