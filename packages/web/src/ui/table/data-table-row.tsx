import type { MouseEvent, ReactNode } from 'react'
import { addressOf } from '#theme/page-look.ts'
import { cx } from '../class-names.ts'
import styles from './data-table.module.css'
import type { Column } from './table-columns.ts'

const interactive = 'a, button, input, label, select, textarea, [role="button"], [role="dialog"]'

function plainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
}

/** What a cell has cut off is told in full when it is pointed at. */
function tellWhole({ currentTarget: cell }: MouseEvent<HTMLTableCellElement>): void {
  const isCut = [cell, ...cell.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth + 1)
  const text =
    isCut && !cell.classList.contains(styles.wrap ?? '') ? cell.innerText.replaceAll(/\s+/g, ' ').trim() : ''
  if (text === '') cell.removeAttribute('title')
  else cell.title = text
}

type RowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  href: string | undefined
  onOpen: ((href: string, row: Row) => void) | undefined
  /** Undefined when rows cannot be selected. */
  selected: boolean | undefined
  onSelect: (selected: boolean) => void
  selectLabel: string
}

/** One row: its main cell is a link, and a click or a middle click anywhere else in the row does the same. */
export function DataTableRow<Row>({
  row,
  columns,
  href,
  onOpen,
  selected,
  onSelect,
  selectLabel,
}: RowProps<Row>) {
  const linkKey = (columns.find((column) => column.link) ?? columns[0])?.key
  const open = (event: MouseEvent) => {
    if (!href || !onOpen || !plainClick(event)) return
    event.preventDefault()
    onOpen(href, row)
  }
  const clickRow = (event: MouseEvent) => {
    if (!href || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(interactive)) return
    // Selecting text in a row to copy it is not a click on the row.
    if (!window.getSelection()?.isCollapsed) return
    if (!plainClick(event)) window.open(addressOf(href), '_blank', 'noopener')
    else if (onOpen) onOpen(href, row)
    else window.location.assign(addressOf(href))
  }
  const middleClick = (event: MouseEvent) => {
    if (event.button !== 1 || !href) return
    if (event.target instanceof Element && event.target.closest(interactive)) return
    window.open(addressOf(href), '_blank', 'noopener')
  }
  const cell = (column: Column<Row>): ReactNode =>
    href && column.key === linkKey ? (
      <a href={addressOf(href)} onClick={open}>
        {column.render(row)}
      </a>
    ) : (
      column.render(row)
    )
  return (
    <tr
      className={cx(styles.row, selected && styles.selected, href && styles.clickable)}
      onClick={clickRow}
      onAuxClick={middleClick}
    >
      {selected !== undefined && (
        <td className={styles.check}>
          <input
            type="checkbox"
            aria-label={selectLabel}
            checked={selected}
            onChange={(event) => onSelect(event.target.checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          className={cx(column.align === 'right' && styles.right, column.wrap && styles.wrap)}
          onMouseEnter={tellWhole}
        >
          {cell(column)}
        </td>
      ))}
    </tr>
  )
}
