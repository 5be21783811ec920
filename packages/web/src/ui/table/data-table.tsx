import { type ReactNode, useRef } from 'react'
import { formatCount } from '#lib/digits.ts'
import { Button } from '../button.tsx'
import { cx } from '../class-names.ts'
import styles from './data-table.module.css'
import { DataTableHead } from './data-table-head.tsx'
import { DataTableRow } from './data-table-row.tsx'
import { Empty } from '../empty.tsx'
import { ErrorBlock, type ErrorInfo } from '../error-block.tsx'
import type { Sort } from './list-state.ts'
import { SkeletonRows } from '../loader.tsx'
import { Pager } from './pager.tsx'
import { type Column, type ColumnPrefs, growingColumn, visibleColumns } from './table-columns.ts'
import { useIsWide } from './use-is-wide.ts'
import { useRowKeys } from './use-row-keys.ts'

export type { Column, ColumnPrefs } from './table-columns.ts'

/** Chosen rows by key, across pages. */
export type Selection = {
  keys: readonly string[]
  onChange: (keys: string[]) => void
  /** Actions of the bulk bar; see {@link BulkAction}. */
  actions?: ReactNode
  /** Chooses every row of the filter, however many pages they take; absent where that cannot be done. */
  onAll?: (() => void) | undefined
}

/** Props of {@link DataTable}. Rows, totals, sort and page come from the caller, which keeps them in the URL. */
export type DataTableProps<Row> = {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  prefs?: ColumnPrefs | null
  /** Undefined until the first answer: a skeleton is shown. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** How a row is called in words, for its selection box. */
  rowLabel?: (row: Row) => string
  rowHref?: (row: Row) => string
  /** Opens a row inside the application; without it the browser follows the link. */
  onOpen?: (href: string, row: Row) => void
  total: number
  page: number
  size: number
  sizes?: readonly number[]
  onPage: (page: number) => void
  /** All rows there are: nothing is said of pages. */
  isWhole?: true
  onSize?: (size: number) => void
  sort?: Sort
  onSort?: (sort: Sort) => void
  selection?: Selection
  /** A newer answer is awaited: the rows stay and are dimmed. */
  loading?: boolean
  error?: ErrorInfo | null
  onRetry?: () => void
  /** Filters in words that may have caused an empty list, and how to drop them. */
  filters?: readonly string[]
  onReset?: () => void
  emptyTitle?: string
  /** What the list is for and what to do, where nothing restricts it. */
  empty?: ReactNode
  /** What to say instead where the filters could never have found anything together. */
  clash?: ReactNode
  density?: 'comfortable' | 'compact'
  /** The list of a page: one line a row, its head, first column and foot stay in sight, J and K move along the rows. */
  main?: boolean
  onResize?: (key: string, width: number) => void
  /** The rows in another form than a grid, such as a timeline: with the same pages, and the same words where there are none. */
  drawn?: ((rows: readonly Row[]) => ReactNode) | undefined
}

/** A text button of the bulk bar. */
export function BulkAction({
  onClick,
  disabledReason,
  children,
}: {
  onClick: () => void
  disabledReason?: string | null
  children: ReactNode
}) {
  return (
    <Button look="link" onClick={onClick} disabledReason={disabledReason}>
      {children}
    </Button>
  )
}

function EmptyTable<Row>({ props }: { props: DataTableProps<Row> }) {
  const { emptyTitle: title = 'Ничего не найдено', filters = [], onReset, onPage } = props
  // An address kept from the time when there were more rows.
  if (props.total > 0 && props.page > 1)
    return (
      <Empty title="На этой странице строк нет" text="Список короче, чем был по этой ссылке">
        <Button onClick={() => onPage(1)}>К первой странице</Button>
      </Empty>
    )
  if (props.clash) return props.clash
  if (filters.length === 0) return props.empty ?? <Empty title={title} />
  return (
    <Empty title={title} text={`Ничего не подошло под фильтры: ${filters.join('; ')}`}>
      {onReset && <Button onClick={onReset}>Сбросить фильтры</Button>}
    </Empty>
  )
}

type Parts<Row> = {
  props: DataTableProps<Row>
  columns: readonly Column<Row>[]
  change: (keys: readonly string[], on: boolean) => void
}

/** Whether the keyboard gets into the table by what stands in it. */
const hasStops = <Row,>(
  { rows = [], rowHref, onOpen, selection }: DataTableProps<Row>,
  columns: readonly Column<Row>[],
) =>
  selection !== undefined ||
  columns.some(({ sortable }) => sortable === true) ||
  (rows !== null && rows.length > 0 && (rowHref ?? onOpen) !== undefined)

function TableGrid<Row>({ props, columns, change }: Parts<Row>) {
  const { rows, rowKey, selection } = props
  const chosen = new Set(selection?.keys)
  const pageKeys = (rows ?? []).map(rowKey)
  const minWidth = columns.reduce((sum, column) => sum + (column.width ?? 140), selection ? 44 : 0)
  const frame = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(frame)
  useRowKeys(frame, props.main === true)
  return (
    <div
      ref={frame}
      className={cx(styles.scroll, props.main && styles.main, props.main && isWide && styles.wide)}
      // What is wider than its frame and has nothing to stop at is scrolled by the frame itself.
      {...(!hasStops(props, columns) && { tabIndex: 0, role: 'group', 'aria-label': props.label })}
    >
      <table
        className={cx(
          styles.table,
          props.main && styles.dense,
          selection && styles.choosing,
          props.density === 'compact' && styles.compact,
          props.loading && rows && styles.stale,
        )}
        aria-label={props.label}
        style={{ minWidth }}
      >
        <DataTableHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          onResize={props.onResize}
          growing={props.main ? growingColumn(columns, props.prefs) : null}
          selection={
            selection && {
              all: pageKeys.length > 0 && pageKeys.every((key) => chosen.has(key)),
              some: pageKeys.some((key) => chosen.has(key)),
              onChange: (all) => change(pageKeys, all),
            }
          }
        />
        <tbody>
          {rows?.map((row) => {
            const key = rowKey(row)
            return (
              <DataTableRow
                key={key}
                row={row}
                columns={columns}
                href={props.rowHref?.(row)}
                onOpen={props.onOpen}
                selected={selection && chosen.has(key)}
                onSelect={(on) => change([key], on)}
                selectLabel={`Выбрать: ${props.rowLabel?.(row) ?? key}`}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function TableFoot<Row>({ props }: { props: DataTableProps<Row> }) {
  const { selection } = props
  const isChosen = selection !== undefined && selection.keys.length > 0
  const isMore = selection !== undefined && selection.keys.length < props.total
  const onPage = new Set(props.rows?.map(props.rowKey))
  const unseen = selection?.keys.filter((key) => !onPage.has(key)).length ?? 0
  if (props.isWhole && !isChosen) return null
  return (
    <div className={cx(styles.foot, props.main && isChosen && styles.mainFoot)}>
      {selection && isChosen && (
        <div className={styles.bulk} role="group" aria-label="Действия с выбранными">
          <span aria-live="polite">
            Выбрано: {selection.keys.length}
            {unseen > 0 && <span className="muted"> (не на этой странице: {unseen})</span>}
          </span>
          {selection.onAll && isMore && (
            <Button look="link" onClick={selection.onAll}>
              Выбрать все {formatCount(props.total)}
            </Button>
          )}
          {selection.actions}
          <Button look="link" onClick={() => selection.onChange([])}>
            Снять выделение
          </Button>
        </div>
      )}
      {props.rows && !props.isWhole && (
        <Pager
          total={props.total}
          page={props.page}
          size={props.size}
          sizes={props.sizes}
          onPage={props.onPage}
          onSize={props.onSize}
        />
      )}
    </div>
  )
}

function TableContent<Row>({ props, columns, change }: Parts<Row>) {
  const { rows, error, onRetry } = props
  if (error) return <ErrorBlock error={error} {...(onRetry ? { onRetry } : {})} />
  return (
    <>
      {props.loading && rows && <span className={styles.line} aria-hidden="true" />}
      {!props.drawn && <TableGrid props={props} columns={columns} change={change} />}
      {props.drawn && rows && rows.length > 0 && props.drawn(rows)}
      {!rows && <SkeletonRows count={Math.min(props.size, 10)} />}
      {rows?.length === 0 && <EmptyTable props={props} />}
      <TableFoot props={props} />
    </>
  )
}

/** The table of every list: sort, selection across pages, bulk bar, pager, and its loading, empty and failed states. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { selection } = props
  const change = (keys: readonly string[], on: boolean) => {
    const chosen = selection?.keys ?? []
    const rest = chosen.filter((key) => !keys.includes(key))
    selection?.onChange(on ? [...rest, ...keys] : rest)
  }
  const busy = props.loading || (!props.rows && !props.error)
  return (
    <section className={styles.card} aria-label={props.label} aria-busy={busy}>
      <TableContent props={props} columns={visibleColumns(props.columns, props.prefs)} change={change} />
    </section>
  )
}
