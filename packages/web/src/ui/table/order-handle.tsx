import { type DragEvent, useRef } from 'react'
import { formatCount } from '#lib/digits.ts'
import { Icon } from '../icon.tsx'
import styles from './order-handle.module.css'

/** The place of a row among the others: dragged by the pointer, moved by the arrow keys. */
export function OrderHandle({
  name,
  number,
  isFirst,
  isLast,
  onMove,
  onDragStart,
}: {
  name: string
  /** Its place in numbers, where that helps. */
  number?: number
  isFirst: boolean
  isLast: boolean
  /** −1 up, 1 down. */
  onMove: (step: -1 | 1) => void
  onDragStart: () => void
}) {
  return (
    <span className={styles.order}>
      <button
        type="button"
        className={styles.handle}
        draggable
        data-order-handle
        aria-label={`Переставить стрелками: ${name}`}
        title="Перетащите или нажимайте стрелки вверх и вниз"
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', name)
          onDragStart()
        }}
        onKeyDown={(event) => {
          const step = ({ ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 } as const)[event.key]
          if (step === undefined) return
          event.preventDefault()
          if (!(step < 0 ? isFirst : isLast)) onMove(step)
        }}
      >
        <Icon name="drag" />
      </button>
      {number === undefined ? null : formatCount(number)}
    </span>
  )
}

/** Index among the rows that can be moved: those with a handle. */
const placeOf = (row: Element): number =>
  [...(row.parentElement?.children ?? [])]
    .filter((other) => other.querySelector('[data-order-handle]'))
    .indexOf(row)

/**
 * Dragging a row by its handle over the others of its list; the row under the pointer shows by `data-drop` where it would go.
 * `rows` tells rows from what is in them.
 */
export function useDragOrder(onMove: (from: number, to: number) => void, rows = 'tbody tr') {
  const rowOf = (event: DragEvent): HTMLElement | null =>
    event.target instanceof Element ? event.target.closest<HTMLElement>(rows) : null
  const from = useRef<number | null>(null)
  const over = useRef<HTMLElement | null>(null)
  const mark = (row: HTMLElement | null, isDown = false) => {
    if (over.current && over.current !== row) delete over.current.dataset.drop
    over.current = row
    if (row) row.dataset.drop = isDown ? 'below' : 'above'
  }
  const end = () => {
    mark(null)
    from.current = null
  }
  return {
    start: (at: number) => {
      from.current = at
    },
    area: {
      onDragOver: (event: DragEvent) => {
        const row = rowOf(event)
        if (from.current === null || !row || placeOf(row) < 0) return
        event.preventDefault()
        mark(row, placeOf(row) > from.current)
      },
      onDrop: (event: DragEvent) => {
        const row = rowOf(event)
        const start = from.current
        end()
        if (start === null || !row) return
        event.preventDefault()
        const to = placeOf(row)
        if (to >= 0 && to !== start) onMove(start, to)
      },
      onDragEnd: end,
    },
  }
}
