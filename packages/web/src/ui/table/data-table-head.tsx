import type { PointerEvent } from 'react'
import { cx } from '../class-names.ts'
import styles from './data-table.module.css'
import ownStyles from './data-table-head.module.css'
import { Icon } from '../icon.tsx'
import type { Sort } from './list-state.ts'
import { boundedWidth, type Column } from './table-columns.ts'

type HeadProps<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  /** Undefined when rows cannot be selected. */
  selection: { all: boolean; some: boolean; onChange: (all: boolean) => void } | undefined
  /** Undefined where columns keep their widths. */
  onResize?: ((key: string, width: number) => void) | undefined
  /** The column that takes what the others leave. */
  growing: string | null
}

function ariaSort(column: string, sort: Sort | undefined): 'ascending' | 'descending' | 'none' {
  if (sort?.key !== column) return 'none'
  return sort.direction === 'asc' ? 'ascending' : 'descending'
}

/** The edge of a heading that is dragged to widen its column; the width by number is in «Столбцы». */
function ResizeGrip({ onResize }: { onResize: (width: number) => void }) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    const grip = event.currentTarget
    const heading = grip.closest('th')
    if (!heading) return
    event.preventDefault()
    grip.setPointerCapture(event.pointerId)
    const from = event.clientX
    const start = heading.offsetWidth
    const widthAt = (at: { clientX: number }) => boundedWidth(start + at.clientX - from)
    const move = (at: globalThis.PointerEvent) => {
      heading.style.width = `${widthAt(at)}px`
    }
    grip.addEventListener('pointermove', move)
    const end = (at: globalThis.PointerEvent) => {
      grip.removeEventListener('pointermove', move)
      grip.removeEventListener('lostpointercapture', end)
      if (at.clientX !== from) onResize(widthAt(at))
    }
    grip.addEventListener('lostpointercapture', end)
  }
  return <span className={ownStyles.grip} aria-hidden="true" onPointerDown={drag} />
}

/** The heading row: a button per sortable column and the box that selects the page. */
export function DataTableHead<Row>({ columns, sort, onSort, selection, onResize, growing }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {selection && (
          <th className={styles.check}>
            <input
              type="checkbox"
              aria-label="Выбрать все строки страницы"
              checked={selection.all}
              ref={(box) => {
                if (box) box.indeterminate = selection.some && !selection.all
              }}
              onChange={(event) => selection.onChange(event.target.checked)}
            />
          </th>
        )}
        {columns.map((column) => {
          const className = column.align === 'right' ? styles.right : undefined
          const style = column.key === growing ? undefined : { width: column.width }
          if (!column.sortable || !onSort) {
            return (
              <th key={column.key} scope="col" className={className} style={style}>
                {column.title}
                {onResize && <ResizeGrip onResize={(width) => onResize(column.key, width)} />}
              </th>
            )
          }
          const order = ariaSort(column.key, sort)
          const direction = order === 'ascending' ? 'desc' : 'asc'
          return (
            <th key={column.key} scope="col" className={className} style={style} aria-sort={order}>
              <button
                type="button"
                className={cx(styles.sort, order !== 'none' && styles.sorted)}
                onClick={() => onSort({ key: column.key, direction })}
              >
                {column.title}
                <Icon name={order === 'descending' ? 'down' : 'up'} size={10} />
              </button>
              {onResize && <ResizeGrip onResize={(width) => onResize(column.key, width)} />}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
