import { cx } from '../class-names.ts'
import styles from './data-table.module.css'
import { Icon } from '../icon.tsx'
import type { Sort } from './list-state.ts'
import type { Column } from './table-columns.ts'

type HeadProps<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  /** Undefined when rows cannot be selected. */
  selection: { all: boolean; some: boolean; onChange: (all: boolean) => void } | undefined
}

function ariaSort(column: string, sort: Sort | undefined): 'ascending' | 'descending' | 'none' {
  if (sort?.key !== column) return 'none'
  return sort.direction === 'asc' ? 'ascending' : 'descending'
}

/** The heading row: a button per sortable column and the box that selects the page. */
export function DataTableHead<Row>({ columns, sort, onSort, selection }: HeadProps<Row>) {
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
          const style = column.width === undefined ? undefined : { width: column.width }
          if (!column.sortable || !onSort) {
            return (
              <th key={column.key} scope="col" className={className} style={style}>
                {column.title}
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
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
