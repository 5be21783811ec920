import type { ReactNode } from 'react'
import styles from './plain-table.module.css'

/** A table to read, whole on its page: no sorting, no pages. Its rows are children; a cell with `data-figure` stands to the right. */
export function PlainTable({
  columns,
  label,
  children,
}: {
  columns: readonly string[]
  label?: string
  children: ReactNode
}) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
