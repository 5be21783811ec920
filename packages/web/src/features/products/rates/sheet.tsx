import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import {
  axisLabels,
  type RateAxis,
  type RateMatrix,
} from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { cx } from '#ui/class-names.ts'
import { partText, rateText, rowPlace, type Spot } from './matrix-edits.ts'
import type { Sheet } from './use-sheet.ts'
import styles from './sheet.module.css'

const rowHeight = 32
const headHeight = 34
const mostHeight = 520
/** Rows drawn beyond the edges, so that a turn of the wheel shows no gap. */
const beyond = 6

/** Which rows are in sight. */
function useWindow(rows: number) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const shown = Math.ceil(mostHeight / rowHeight)
  const from = Math.max(0, Math.floor(top / rowHeight) - beyond)
  return { box, from, to: Math.min(rows, from + shown + 2 * beyond), onScroll: (to: number) => setTop(to) }
}

/** The chosen cell is brought into sight from under the head and the headings of rows. */
function useInSight(
  box: RefObject<HTMLDivElement | null>,
  { row, column }: Spot,
  headWidth: number,
  columnWidth: number,
) {
  useEffect(() => {
    const view = box.current
    if (!view) return
    const [top, left] = [row * rowHeight, column * columnWidth]
    const [height, width] = [view.clientHeight - headHeight, view.clientWidth - headWidth]
    view.scrollTo({
      top: Math.max(top + rowHeight - height, Math.min(top, view.scrollTop)),
      left: Math.max(left + columnWidth - width, Math.min(left, view.scrollLeft)),
    })
  }, [box, row, column, headWidth, columnWidth])
}

function OpenCell({ sheet, label }: { sheet: Sheet; label: string }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    if (!sheet.typing?.isNew) input.current?.select()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the cell opens
  }, [])
  return (
    <input
      ref={input}
      className={styles.input}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      value={sheet.typing?.text ?? ''}
      onChange={(event) => sheet.type(event.target.value)}
      onKeyDown={sheet.onTyped}
      onBlur={() => sheet.commit()}
    />
  )
}

const headOf = (axes: readonly RateAxis[]) => axes.slice(0, -1)
const lastOf = (axes: readonly RateAxis[]) => axes.at(-1)

/** The rates as a sheet: rows are the parts of all axes but the last one. Only the rows in sight are drawn. */
export function RateSheet({
  matrix,
  sheet,
  floor,
  disabled,
}: {
  matrix: RateMatrix
  sheet: Sheet
  /** Rates below it are marked; null: none is named. */
  floor: string | null
  disabled: boolean
}) {
  const id = useId()
  const { axes, cells } = matrix
  const { rows, columns } = sheet.size
  const heads = headOf(axes)
  const last = lastOf(axes)
  const columnWidth = 120
  const headWidth = heads.length === 0 ? 0 : heads.length * 168
  const view = useWindow(rows)
  useInSight(view.box, sheet.at, headWidth, columnWidth)
  const isOpen = sheet.typing !== null
  const wasOpen = useRef(false)
  useEffect(() => {
    // The focus comes back from the cell to the sheet.
    if (wasOpen.current && !isOpen && !document.activeElement?.closest('input, button, a'))
      view.box.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, view.box])
  const template: CSSProperties = {
    gridTemplateColumns: `${heads.map(() => '168px').join(' ')} repeat(${columns}, ${columnWidth}px)`,
    width: headWidth + columns * columnWidth,
  }
  const spotOf = (event: PointerEvent<HTMLElement>): Spot | null => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    return cell ? { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) } : null
  }
  const press = (event: PointerEvent<HTMLDivElement>) => {
    const spot = spotOf(event)
    if (!spot || event.button !== 0 || (isOpen && !sheet.commit())) return
    sheet.choose(spot, { extending: event.shiftKey })
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const spot = event.buttons === 1 && !isOpen ? spotOf(event) : null
    if (spot && (spot.row !== sheet.at.row || spot.column !== sheet.at.column))
      sheet.choose(spot, { extending: true })
  }
  const isChosen = (row: number, column: number) => {
    const { top, left, bottom, right } = sheet.block
    return row >= top && row <= bottom && column >= left && column <= right
  }
  const columnName = (column: number) => (last ? partText(last, column) : 'Единая ставка')
  const drawn = Array.from({ length: Math.max(0, view.to - view.from) }, (_, at) => view.from + at)
  return (
    <>
      <span id={`${id}-keys`} className="visually-hidden">
        Стрелки переходят по ячейкам, с Shift выбирают несколько. Цифра или F2 открывает ячейку, Enter
        сохраняет её. Ctrl C и Ctrl V копируют и вставляют, Ctrl D и Ctrl R заполняют вниз и вправо, Ctrl Z
        отменяет. Escape и Tab выходят из таблицы.
      </span>
      <div
        ref={view.box}
        className={styles.sheet}
        style={{ maxHeight: mostHeight }}
        role="grid"
        aria-label="Ставки, %"
        aria-rowcount={rows + 1}
        aria-colcount={columns + heads.length}
        aria-readonly={disabled}
        aria-multiselectable="true"
        {...(drawn.includes(sheet.at.row) && {
          'aria-activedescendant': `${id}-${sheet.at.row}-${sheet.at.column}`,
        })}
        aria-describedby={`${id}-keys`}
        tabIndex={0}
        onScroll={(event) => view.onScroll(event.currentTarget.scrollTop)}
        onKeyDown={sheet.onKeyDown}
        onCopy={sheet.onCopy}
        onPaste={sheet.onPaste}
        onPointerDown={press}
        onPointerMove={drag}
        onDoubleClick={() => sheet.open()}
      >
        <div className={styles.head} style={template} role="row" aria-rowindex={1}>
          {heads.map((axis, at) => (
            <div key={axis.code} role="columnheader" className={styles.corner} style={{ left: at * 168 }}>
              {axisLabels[axis.code].label}
            </div>
          ))}
          {Array.from({ length: columns }, (_, column) => (
            <div
              // oxlint-disable-next-line react/no-array-index-key -- a part of an axis is its place
              key={column}
              role="columnheader"
              className={styles.columnHead}
              title={`${columnName(column)}: выбрать столбец`}
              onPointerDown={() =>
                sheet.chooseBlock({ top: 0, left: column, bottom: rows - 1, right: column })
              }
            >
              {columnName(column)}
            </div>
          ))}
        </div>
        <div
          className={styles.body}
          style={{ height: rows * rowHeight, width: template.width }}
          role="rowgroup"
        >
          {drawn.map((row) => (
            <div
              key={row}
              className={styles.row}
              role="row"
              aria-rowindex={row + 2}
              style={{ ...template, transform: `translateY(${row * rowHeight}px)` }}
            >
              {rowPlace(axes, row).map((part, at) => {
                const axis = heads[at]
                return (
                  <div
                    key={axis?.code}
                    role="rowheader"
                    className={styles.rowHead}
                    style={{ left: at * 168 }}
                    title={axis && partText(axis, part)}
                    onPointerDown={() =>
                      sheet.chooseBlock({ top: row, left: 0, bottom: row, right: columns - 1 })
                    }
                  >
                    {axis && partText(axis, part)}
                  </div>
                )
              })}
              {Array.from({ length: columns }, (_, column) => {
                const rate = cells[row * columns + column] ?? null
                const isAt = sheet.at.row === row && sheet.at.column === column
                const isLow = rate !== null && floor !== null && compareDecimals(rate, floor) < 0
                return (
                  <div
                    // oxlint-disable-next-line react/no-array-index-key -- a part of an axis is its place
                    key={column}
                    id={`${id}-${row}-${column}`}
                    role="gridcell"
                    aria-colindex={column + heads.length + 1}
                    aria-selected={isChosen(row, column)}
                    data-row={row}
                    data-column={column}
                    className={cx(
                      styles.cell,
                      rate === null && styles.hole,
                      isLow && styles.low,
                      isChosen(row, column) && styles.chosen,
                      isAt && styles.at,
                    )}
                    title={rate === null ? 'Ставка не указана' : isLow ? 'Ниже предела ставки' : undefined}
                  >
                    {isAt && isOpen ? (
                      <OpenCell sheet={sheet} label={columnName(column)} />
                    ) : (
                      rateText(rate) || <span className={styles.missing}>нет</span>
                    )}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
