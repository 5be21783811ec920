import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** Nothing to show: what is empty, why, and what to do about it. */
export function Empty({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.block}>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
