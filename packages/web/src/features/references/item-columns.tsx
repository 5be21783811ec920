import { itemFields } from '@ipoteka-office/contract/references/reference-fields.ts'
import type { Dictionary, DictionaryItem } from '@ipoteka-office/contract/references/reference-items.ts'
import type { ReferenceAttribute } from '@ipoteka-office/contract/references/references.ts'
import { Fragment, type ReactNode } from 'react'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { itemState, periodText } from './item-state.ts'
import { attributeText } from './item-values.ts'
import styles from './references.module.css'
import type { Row } from './use-tree.ts'

/** What the cells of the table do and know. */
export interface ItemCells {
  readonly dictionary: Dictionary
  readonly nameOfCode: (key: string, code: string) => string | null
  readonly isOpen: (code: string) => boolean
  readonly onToggle: (code: string) => void
  readonly onOpen: (item: DictionaryItem) => void
  /** Shows the children of an item by pages. */
  readonly onEnter: (item: DictionaryItem) => void
  /** The control of a field in the row that is being edited; null: the row is not. */
  readonly editor: (item: DictionaryItem, field: string) => ReactNode | null
  readonly order: ((item: DictionaryItem) => ReactNode) | null
  readonly actions: (item: DictionaryItem) => ReactNode
  readonly isTree: boolean
}

function Name({ row, cells }: { row: Row; cells: ItemCells }) {
  const step = { paddingLeft: row.depth * 20 }
  if (row.kind === 'loading') return <div style={step}>Загрузка…</div>
  if (row.kind === 'rest')
    return (
      <div style={step}>
        <Button look="link" onClick={() => cells.onEnter(row.parent)}>
          Ещё {countOf(row.left, 'запись', 'записи', 'записей')}: открыть все
        </Button>
      </div>
    )
  const { item } = row
  const edited = cells.editor(item, 'name')
  if (edited) return <div style={step}>{edited}</div>
  const isOpen = cells.isOpen(item.code)
  return (
    <div className={styles.name} style={step}>
      {cells.isTree &&
        (item.childrenCount > 0 ? (
          <Button
            look="quiet"
            className={styles.fold ?? ''}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Свернуть' : 'Развернуть'}: ${item.name}`}
            onClick={() => cells.onToggle(item.code)}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={12} />
          </Button>
        ) : (
          <span className={styles.leaf} />
        ))}
      <Button look="link" className={cx(!item.active && styles.off)} onClick={() => cells.onOpen(item)}>
        {item.name}
      </Button>
    </div>
  )
}

const forItem = (render: (item: DictionaryItem) => ReactNode) => (row: Row) =>
  row.kind === 'item' ? render(row.item) : null

/** What an attribute's values need, px. */
const widths: Record<ReferenceAttribute['type'], number> = {
  text: 180,
  number: 120,
  boolean: 90,
  date: 120,
  code: 180,
}

/** What a heading needs, px: an attribute may be called anything. */
const headingWidth = (title: string): number => Math.min(260, 24 + Math.ceil(title.length * 7))

/** A column without what it draws: all that the column chooser needs. */
export type ColumnShape = Omit<Column<Row>, 'render'>

const attributePrefix = 'attributes.'

/** The columns of a dictionary: its own fields, and one for each of its attributes. */
export function columnShapes({ kind, hierarchical, attributes }: Dictionary): ColumnShape[] {
  const validity: ColumnShape = { key: 'validFrom', title: 'Срок действия', width: 150, sortable: true }
  const tree: ColumnShape[] = [
    { key: 'parentCode', title: itemFields.parentCode.label, width: 170 },
    { key: 'children', title: 'Вложенных', width: 100, align: 'right', optional: true },
  ]
  return [
    { key: 'code', title: itemFields.code.label, width: 130, sortable: true },
    { key: 'name', title: itemFields.name.label, width: 240, sortable: true, always: true },
    { key: 'state', title: itemFields.active.label, width: 112 },
    ...(kind === 'DICTIONARY' ? [validity] : []),
    ...(hierarchical ? tree : []),
    ...attributes.map(
      ({ key, label, type }): ColumnShape => ({
        key: `${attributePrefix}${key}`,
        title: label,
        width: Math.max(widths[type], headingWidth(label)),
        ...(type === 'number' && { align: 'right' }),
      }),
    ),
  ]
}

function Children({ item, cells }: { item: DictionaryItem; cells: ItemCells }) {
  if (item.childrenCount === 0) return 0
  return (
    <Button look="link" onClick={() => cells.onEnter(item)}>
      {formatCount(item.childrenCount)}
    </Button>
  )
}

function Attribute({ name, item, cells }: { name: string; item: DictionaryItem; cells: ItemCells }) {
  const attribute = cells.dictionary.attributes.find(({ key }) => `${attributePrefix}${key}` === name)
  if (!attribute) return null
  const value = item.attributes[attribute.key]
  if (attribute.type === 'code' && typeof value === 'string')
    return cells.nameOfCode(attribute.key, value) ?? value
  return attributeText(attribute, value)
}

function State({ item }: { item: DictionaryItem }) {
  const { text, tone } = itemState(item, bankDay(serverNow()))
  return <StatusDot tone={tone}>{text}</StatusDot>
}

/** A code may go on on the next line after its underscores and slashes. */
function Code({ text }: { text: string }) {
  return (
    <span className={styles.code}>
      {text.split(/(?<=[_/.])/).map((part, at) => (
        // Parts of a text have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

const cellOf: Record<string, (item: DictionaryItem, cells: ItemCells) => ReactNode> = {
  code: (item) => <Code text={item.code} />,
  state: (item) => <State item={item} />,
  validFrom: periodText,
  parentCode: (item) => item.parentName ?? item.parentCode ?? emptyValue,
  children: (item, cells) => <Children item={item} cells={cells} />,
}

function drawnColumn(shape: ColumnShape, cells: ItemCells): Column<Row> {
  if (shape.key === 'name') return { ...shape, render: (row) => <Name row={row} cells={cells} /> }
  return {
    ...shape,
    render: forItem(
      (item) =>
        cells.editor(item, shape.key) ??
        cellOf[shape.key]?.(item, cells) ?? <Attribute name={shape.key} item={item} cells={cells} />,
    ),
  }
}

/** The columns as the table draws them, with the handle of the order and the actions of a row around. */
export function itemColumns(cells: ItemCells): Column<Row>[] {
  const { dictionary, order, actions, isTree } = cells
  return [
    ...(order
      ? [{ key: 'move', title: '№', width: 74, always: true, wrap: true, render: forItem(order) }]
      : []),
    ...columnShapes(dictionary)
      // In a tree the parent stands above.
      .filter(({ key }) => !(isTree && key === 'parentCode'))
      .map((shape) => drawnColumn(shape, cells)),
    { key: 'actions', title: 'Действия', width: 96, always: true, wrap: true, render: forItem(actions) },
  ]
}
