import type { ReactNode } from 'react'
import styles from './note.module.css'

/** What stands beside a value of a row, on the same line and quieter; what does not fit is told on hover. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <>
      {' '}
      <span className={styles.note}>{children}</span>
    </>
  )
}
