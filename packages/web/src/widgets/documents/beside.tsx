import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { keep, readKept } from '#lib/kept.ts'
import styles from './beside.module.css'

const memory = 'beside width'
const least = 30
const most = 75
const usual = 58
const step = 4

const within = (part: number) => Math.min(most, Math.max(least, part))

function remembered(): number {
  const kept = Number(readKept(memory) ?? Number.NaN)
  return Number.isFinite(kept) && kept > 0 ? within(kept) : usual
}

/** A file at the left and a form at the right; the line between them is moved by the pointer or by arrow keys, and remembered. */
export function Beside({ left, right, label }: { left: ReactNode; right: ReactNode; label: string }) {
  const [part, setPart] = useState(remembered)
  const place = useRef<HTMLDivElement>(null)
  const id = useId()
  const set = (next: number) => {
    const limited = Math.round(within(next) * 10) / 10
    setPart(limited)
    keep(memory, String(limited))
  }
  const move = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !place.current) return
    const box = place.current.getBoundingClientRect()
    set(((event.clientX - box.left) / box.width) * 100)
  }
  const keyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: part - step, ArrowRight: part + step, Home: least, End: most }[event.key]
    if (next === undefined) return
    event.preventDefault()
    set(next)
  }
  return (
    <div
      ref={place}
      className={styles.beside}
      style={{ gridTemplateColumns: `minmax(0, ${part}fr) 12px minmax(0, ${100 - part}fr)` }}
    >
      <div id={id} className={`card ${styles.left}`}>
        {left}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a splitter is a separator that is moved */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={`Ширина: ${label}`}
        aria-controls={id}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={Math.round(part)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={styles.line}
        title="Перетащите или нажимайте стрелки влево и вправо"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={move}
        onDoubleClick={() => set(usual)}
        onKeyDown={keyDown}
      />
      <div className={styles.right}>{right}</div>
    </div>
  )
}
