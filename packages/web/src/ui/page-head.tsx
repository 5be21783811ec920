import type { ReactNode } from 'react'
import styles from './page-head.module.css'

/** Heading of a page with a mark beside it and its buttons at the right edge. */
export function PageHead({
  title,
  mark,
  children,
}: {
  title: ReactNode
  mark?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {mark}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
