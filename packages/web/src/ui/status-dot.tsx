import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import styles from './status.module.css'

/** A coloured dot with the word that says the same. */
export function StatusDot({
  tone = 'neutral',
  children,
}: {
  tone?: 'neutral' | 'green' | 'amber' | 'red'
  children: ReactNode
}) {
  return <span className={cx(styles.dot, styles[tone])}>{children}</span>
}
