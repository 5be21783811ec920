import { type ReactNode, useRef } from 'react'
import { useIsWide } from './use-is-wide.ts'
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
  const frame = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(frame)
  return (
    // Focusable where it is wider than its frame, so that the keyboard scrolls it.
    <div
      ref={frame}
      className={styles.frame}
      {...(isWide && { tabIndex: 0, role: 'region', 'aria-label': label ?? columns.join(', ') })}
    >
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
