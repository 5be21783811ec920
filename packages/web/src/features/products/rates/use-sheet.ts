import type { RateMatrix } from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { toast } from '#ui/overlay/toasts.tsx'
import {
  type Block,
  blockOf,
  copied,
  filled,
  filledDown,
  filledRight,
  pasted,
  readRate,
  rateText,
  sheetSize,
  type Spot,
  steppedBlock,
} from './matrix-edits.ts'

/** How many changes can be taken back. */
const mostUndone = 100
const refusedKey = 'rates-refused'
const first: Spot = { row: 0, column: 0 }

/** What stands in the open cell. */
export interface Typing {
  readonly text: string
  /** It began with a key, which took the place of what stood there. */
  readonly isNew: boolean
}

/** Changes of the matrix that can be taken back and made again. */
function useChanges(matrix: RateMatrix, onChange: (next: RateMatrix) => void) {
  const [past, setPast] = useState<readonly RateMatrix[]>([])
  const [future, setFuture] = useState<readonly RateMatrix[]>([])
  return {
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    apply: (next: RateMatrix) => {
      if (next === matrix) return
      setPast([...past.slice(1 - mostUndone), matrix])
      setFuture([])
      onChange(next)
    },
    undo: () => {
      const last = past.at(-1)
      if (last === undefined) return
      setPast(past.slice(0, -1))
      setFuture([...future, matrix])
      onChange(last)
    },
    redo: () => {
      const next = future.at(-1)
      if (next === undefined) return
      setFuture(future.slice(0, -1))
      setPast([...past, matrix])
      onChange(next)
    },
  }
}

const within = ({ row, column }: Spot, { rows, columns }: { rows: number; columns: number }): Spot => ({
  row: Math.min(Math.max(row, 0), rows - 1),
  column: Math.min(Math.max(column, 0), columns - 1),
})

/** Rows that PageUp and PageDown pass. */
const page = 10
const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-page, 0],
  PageDown: [page, 0],
}
const far = 1_000_000

/** A matrix edited like a sheet: which cells are chosen, what is typed, and every change with its way back. */
export function useSheet(matrix: RateMatrix, onChange: (next: RateMatrix) => void, disabled: boolean) {
  const size = sheetSize(matrix)
  const changes = useChanges(matrix, onChange)
  const [chosen, setChosen] = useState<{ at: Spot; anchor: Spot }>({ at: first, anchor: first })
  const [typing, setTyping] = useState<Typing | null>(null)
  // After Escape the next Tab leaves the sheet.
  const leaves = useRef(false)
  const at = within(chosen.at, size)
  const block = blockOf(at, within(chosen.anchor, size))
  const rateAt = ({ row, column }: Spot) => matrix.cells[row * size.columns + column] ?? null

  const choose = (to: Spot, { extending = false }: { readonly extending?: boolean } = {}) => {
    const spot = within(to, size)
    setChosen((now) => ({ at: spot, anchor: extending ? now.anchor : spot }))
  }
  const chooseBlock = ({ top, left, bottom, right }: Block) =>
    setChosen({ at: { row: top, column: left }, anchor: { row: bottom, column: right } })
  const refuse = (refusal: string) => toast.warning(refusal, { key: refusedKey })
  const change = (edit: (matrix: RateMatrix, block: Block) => RateMatrix) => {
    if (!disabled) changes.apply(edit(matrix, block))
  }
  const begin = (typed: Typing) => {
    if (!disabled) setTyping(typed)
  }
  /** Takes what was typed; false: it is no rate, and the cell stays open. */
  const commit = (to: Spot | null): boolean => {
    if (typing === null) return true
    const rate = readRate(typing.text)
    if (rate === undefined) {
      refuse(`«${typing.text}» — не ставка. Нужно число меньше 100 с тремя знаками после запятой`)
      return false
    }
    setTyping(null)
    if (rate !== rateAt(at)) changes.apply(filled(matrix, blockOf(at, at), rate))
    if (to) choose(to)
    return true
  }
  const next = (by: 1 | -1): Spot | null => {
    const index = at.row * size.columns + at.column + by
    if (index < 0 || index >= size.rows * size.columns) return null
    return { row: Math.floor(index / size.columns), column: index % size.columns }
  }

  /** Ctrl and a letter, by the place of the key: the Russian layout has other letters there. */
  const command = (event: KeyboardEvent): boolean => {
    if (!(event.ctrlKey || event.metaKey)) return false
    const commands: Record<string, () => void> = {
      KeyZ: event.shiftKey ? changes.redo : changes.undo,
      KeyY: changes.redo,
      KeyD: () => change(filledDown),
      KeyR: () => change(filledRight),
      KeyA: () => chooseBlock({ top: 0, left: 0, bottom: size.rows - 1, right: size.columns - 1 }),
    }
    const run = commands[event.code]
    if (run === undefined) return false
    if (!disabled || event.code === 'KeyA') run()
    return true
  }
  const move = (event: KeyboardEvent): boolean => {
    const { key, shiftKey } = event
    const isFar = event.ctrlKey || event.metaKey
    if (key === 'Home') choose({ row: isFar ? 0 : at.row, column: 0 }, { extending: shiftKey })
    else if (key === 'End') choose({ row: isFar ? far : at.row, column: far }, { extending: shiftKey })
    else {
      const step = steps[key]
      if (step === undefined) return false
      const by = isFar ? far : 1
      choose({ row: at.row + step[0] * by, column: at.column + step[1] * by }, { extending: shiftKey })
    }
    return true
  }
  const tab = (event: KeyboardEvent): boolean => {
    if (event.key !== 'Tab' || leaves.current) return false
    const to = next(event.shiftKey ? -1 : 1)
    if (to === null) return false
    choose(to)
    return true
  }
  const edit = (event: KeyboardEvent): boolean => {
    const { key } = event
    if (key === 'F2') begin({ text: rateText(rateAt(at)), isNew: false })
    else if (key === 'Enter') choose({ ...at, row: at.row + (event.shiftKey ? -1 : 1) })
    else if (key === 'Delete' || key === 'Backspace') change((now, chosenNow) => filled(now, chosenNow, null))
    else if (/^[\d,.]$/.test(key) && !event.ctrlKey && !event.metaKey && !event.altKey)
      begin({ text: key, isNew: true })
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (typing !== null) return
    const isTaken = command(event) || move(event) || tab(event) || edit(event)
    leaves.current = event.key === 'Escape' || (leaves.current && event.key === 'Shift')
    if (isTaken) event.preventDefault()
  }
  const onTyped = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const places: Record<string, () => Spot | null> = {
      Enter: () => ({ ...at, row: at.row + (shiftKey ? -1 : 1) }),
      Tab: () => next(shiftKey ? -1 : 1),
      ArrowUp: () => ({ ...at, row: at.row - 1 }),
      ArrowDown: () => ({ ...at, row: at.row + 1 }),
    }
    const place = places[key]
    event.stopPropagation()
    if (key === 'Escape') setTyping(null)
    else if (place) commit(place())
    else return
    event.preventDefault()
  }
  return {
    ...changes,
    size,
    at,
    block,
    typing,
    type: (text: string) => setTyping((now) => now && { ...now, text }),
    choose,
    chooseBlock,
    open: () => begin({ text: rateText(rateAt(at)), isNew: false }),
    commit: () => commit(null),
    onKeyDown,
    onTyped,
    fillDown: () => change(filledDown),
    fillRight: () => change(filledRight),
    step: (points: string) => change((now, chosenNow) => steppedBlock(now, chosenNow, points)),
    onCopy: (event: ClipboardEvent) => {
      if (typing !== null) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', copied(matrix, block))
    },
    onPaste: (event: ClipboardEvent) => {
      if (typing !== null || disabled) return
      event.preventDefault()
      const taken = pasted(matrix, block, event.clipboardData.getData('text'))
      if ('refusal' in taken) return refuse(taken.refusal)
      toast.closeByKey(refusedKey)
      changes.apply(taken.matrix)
      chooseBlock(taken.block)
    },
  }
}
export type Sheet = ReturnType<typeof useSheet>
