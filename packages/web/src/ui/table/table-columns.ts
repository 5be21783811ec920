import type { ReactNode } from 'react'

/** One column of a table. */
export type Column<Row> = {
  key: string
  title: string
  render: (row: Row) => ReactNode
  sortable?: boolean
  /** Width in px the column wants; the table scrolls inside its card when they do not fit. */
  width?: number
  align?: 'left' | 'right'
  /** Its content is the row's link; the first column when none says so. */
  link?: boolean
  /** Cannot be hidden in the column chooser. */
  always?: boolean
  /** Hidden until the person asks for it. */
  optional?: boolean
  /** Takes what the others leave of the width, at least its own; the link's column where none says so. */
  grows?: boolean
  /** Buttons or several lines: not cut to one line. */
  wrap?: boolean
  /** Columns of the export where they are not this one alone: what stands beside a value has one of its own. */
  exported?: readonly string[]
}

/** The columns of a list by the headings that its export has too; null: of the export alone. */
export const columnsOf = <Row, K extends string>(
  titles: Readonly<Record<K, string>>,
  cells: Readonly<Record<K, Omit<Column<Row>, 'key' | 'title'> | null>>,
): Column<Row>[] =>
  (Object.keys(titles) as K[]).flatMap((key) => {
    const cell = cells[key]
    return cell === null ? [] : [{ key, title: titles[key], ...cell }]
  })

/** The same columns, of which those that the server sorts by can be pressed. */
export const sortedBy = <Row>(columns: readonly Column<Row>[], sortable: readonly string[]): Column<Row>[] =>
  columns.map((column) => (sortable.includes(column.key) ? { ...column, sortable: true } : column))

/** The person's order, choice and widths (px) of columns, as kept on the server; absent means the page's own. */
export type ColumnPrefs = { order: string[]; hidden: string[]; widths?: Readonly<Record<string, number>> }

/** The prefs a list begins with: its own order, optional columns hidden. */
export function defaultPrefs<Row>(columns: readonly Column<Row>[]): ColumnPrefs {
  return {
    order: columns.map((column) => column.key),
    hidden: columns.filter((column) => column.optional).map((column) => column.key),
  }
}

/** All columns in the person's order; a column the prefs do not know stands where the page puts it. */
export function orderColumns<Row>(
  columns: readonly Column<Row>[],
  prefs?: ColumnPrefs | null,
): Column<Row>[] {
  if (!prefs) return [...columns]
  const known = prefs.order.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  const result = [...new Set(known)]
  for (const [at, column] of columns.entries()) {
    if (!result.includes(column)) result.splice(Math.min(at, result.length), 0, column)
  }
  return result
}

/** Bounds of a column's width, px. */
export const columnWidths = { least: 56, most: 800 } as const

/** A width that a column may have. */
export const boundedWidth = (width: number): number =>
  Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, width)))

/** The columns to show, in order and as wide as the person has made them. */
export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  prefs?: ColumnPrefs | null,
): Column<Row>[] {
  const hidden = prefs?.hidden ?? defaultPrefs(columns).hidden
  const widths = prefs?.widths ?? {}
  return orderColumns(columns, prefs)
    .filter((column) => column.always || !hidden.includes(column.key))
    .map((column) => {
      const width = widths[column.key]
      return width === undefined ? column : { ...column, width: boundedWidth(width) }
    })
}

/** Key of the column that takes what the others leave, unless the person has given it a width. */
export function growingColumn<Row>(
  columns: readonly Column<Row>[],
  prefs?: ColumnPrefs | null,
): string | null {
  const column = columns.find(({ grows }) => grows) ?? columns.find(({ link }) => link)
  return column === undefined || prefs?.widths?.[column.key] !== undefined ? null : column.key
}

/** Keys of the export's columns when the list shows these; what no export has is marked by an empty list. */
export const exportedColumns = (shown: readonly Column<never>[]): string[] => [
  ...new Set(shown.flatMap(({ key, exported }) => exported ?? [key])),
]

/** The list with one element moved. */
export function move<T>(list: readonly T[], from: number, to: number): T[] {
  const result = [...list]
  const [taken] = result.splice(from, 1)
  if (taken === undefined || to < 0 || to > result.length) return [...list]
  result.splice(to, 0, taken)
  return result
}

/** Page numbers of a pager: at most seven places, `null` is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = new Set([1, pages, page - 1, page, page + 1])
  if (page <= 3) for (const n of [2, 3]) wanted.add(n)
  if (page >= pages - 2) for (const n of [pages - 1, pages - 2]) wanted.add(n)
  const shown = [...wanted].filter((n) => n >= 1 && n <= pages).sort((a, b) => a - b)
  return shown.flatMap((n, at) => {
    const before = shown[at - 1] ?? n - 1
    if (n - before === 2) return [n - 1, n]
    return n - before > 2 ? [null, n] : [n]
  })
}
