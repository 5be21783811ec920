import { useState } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../class-names.ts'
import styles from './columns-dialog.module.css'
import { Dialog } from '../overlay/dialog.tsx'
import { Icon } from '../icon.tsx'
import { NumberInput } from '../input/number-input.tsx'
import {
  boundedWidth,
  type Column,
  type ColumnPrefs,
  columnWidths,
  defaultPrefs,
  move,
  orderColumns,
} from './table-columns.ts'

type Density = 'comfortable' | 'compact'
type ColumnsDialogProps = {
  columns: readonly Pick<Column<never>, 'key' | 'title' | 'always' | 'optional' | 'width'>[]
  prefs: ColumnPrefs | null
  density: Density
  onClose: () => void
  onSave: (prefs: ColumnPrefs, density: Density) => void
}

function DensityChoice({ value, onChange }: { value: Density; onChange: (value: Density) => void }) {
  return (
    <fieldset className={styles.density}>
      <legend>Высота строк</legend>
      {(['comfortable', 'compact'] as const).map((kind) => (
        <label key={kind}>
          <input type="radio" name="density" checked={value === kind} onChange={() => onChange(kind)} />
          {kind === 'compact' ? 'Плотная' : 'Обычная'}
        </label>
      ))}
    </fieldset>
  )
}

/** The widths with one changed; null is the page's own. */
function withWidth(widths: Readonly<Record<string, number>>, key: string, width: number | null) {
  const { [key]: _, ...others } = widths
  return width === null ? others : { ...others, [key]: width }
}

/** Widths that columns can have: a number still being typed is none. */
const wholeWidths = (widths: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(widths).map(([key, width]) => [key, boundedWidth(width)]))

/** «Столбцы»: which to show, in what order (by dragging or by the arrows) and how wide, and the height of the rows. */
export function ColumnsDialog({ columns, prefs, density, onClose, onSave }: ColumnsDialogProps) {
  const all = columns as readonly Column<never>[]
  const start = prefs ?? defaultPrefs(all)
  const [order, setOrder] = useState(() => orderColumns(all, start).map((column) => column.key))
  const [hidden, setHidden] = useState<string[]>(start.hidden)
  const [height, setHeight] = useState<Density>(density)
  const [widths, setWidths] = useState(start.widths ?? {})
  const [dragged, setDragged] = useState<string | null>(null)
  const ordered = orderColumns(all, { order, hidden })
  const save = () => onSave({ order, hidden, widths: wholeWidths(widths) }, height)
  const shift = (key: string, to: number) => setOrder(move(order, order.indexOf(key), to))
  const reset = () => {
    const own = defaultPrefs(all)
    setOrder(own.order)
    setHidden(own.hidden)
    setWidths({})
    setHeight('comfortable')
  }
  return (
    <Dialog
      open
      title="Столбцы"
      size="small"
      onClose={onClose}
      approval={{ text: 'Сохранить', onApprove: save }}
      footer={<Button onClick={reset}>По умолчанию</Button>}
    >
      <ul className={styles.chooser}>
        {ordered.map((column, at) => (
          <li
            key={column.key}
            className={cx(styles.choice, dragged === column.key && styles.dragged)}
            draggable
            onDragStart={() => setDragged(column.key)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault()
              if (dragged && dragged !== column.key) shift(dragged, at)
            }}
          >
            <span>
              <Icon name="drag" />
            </span>
            <label>
              <input
                type="checkbox"
                checked={column.always || !hidden.includes(column.key)}
                disabled={column.always}
                onChange={(event) =>
                  setHidden(
                    event.target.checked
                      ? hidden.filter((key) => key !== column.key)
                      : [...hidden, column.key],
                  )
                }
              />
              {column.title}
            </label>
            <span className={styles.width}>
              <NumberInput
                aria-label={`Ширина: ${column.title}`}
                placeholder={String(column.width ?? 140)}
                max={columnWidths.most}
                value={widths[column.key] ?? null}
                onChange={(width) => setWidths(withWidth(widths, column.key, width))}
              />
            </span>
            <Button
              look="quiet"
              aria-label={`Выше: ${column.title}`}
              disabled={at === 0}
              onClick={() => shift(column.key, at - 1)}
            >
              <Icon name="up" />
            </Button>
            <Button
              look="quiet"
              aria-label={`Ниже: ${column.title}`}
              disabled={at === ordered.length - 1}
              onClick={() => shift(column.key, at + 1)}
            >
              <Icon name="down" />
            </Button>
          </li>
        ))}
      </ul>
      <DensityChoice value={height} onChange={setHeight} />
    </Dialog>
  )
}
