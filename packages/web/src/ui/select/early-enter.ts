import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Option } from './option-search.ts'

/** A key in the field of a list; the library's own handling of it can be prevented once its code is there. */
type FieldKey = KeyboardEvent & { readonly preventBaseUIHandler?: () => void }

/** What is lit stands in the document: the library names a row as lit before there is one. */
function isRowLit(input: Element): boolean {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  return list !== null && list.querySelector('[data-highlighted]') !== null
}

/** Whoever has pressed Enter waits for what comes this soon; what comes later is chosen by nobody. */
const waitsMs = 3_000

/** Keys that lead to the next field. */
const goesOn = new Set(['Tab', 'Shift'])

/**
 * Enter in a list of which no row is lit yet: the list has just been opened, or its code or its options are on their
 * way. The library closes the list then and lets Enter go on, so that a hurried person sends the form with nothing
 * chosen. Here such an Enter chooses the row that would be lit, as soon as it is known, and never sends the form.
 */
export function useEarlyEnter({
  isOpen,
  rows,
  chosen,
  isComing,
  isTyped,
  isStale,
  take,
}: {
  isOpen: boolean
  rows: readonly Option[]
  chosen: Option | null
  /** The options are on their way. */
  isComing: boolean
  /** The rows are those of what has been typed. */
  isTyped: boolean
  /** The rows answer what was typed before: none of them is meant. */
  isStale: boolean
  /** Chooses the row and closes the list; null: of several none is ticked unseen. */
  take: ((option: Option) => void) | null
}) {
  const byArrow = useRef(false)
  /** When Enter was pressed in a list whose options were on their way. */
  const waitsSince = useRef<number | null>(null)
  const target = rows.find(({ code }) => code === chosen?.code) ?? rows[0]

  useEffect(() => {
    if (!isOpen) byArrow.current = false
  }, [isOpen])
  // Whoever has gone on to the next field meanwhile has chosen all the same.
  useEffect(() => {
    const since = waitsSince.current
    if (since === null || target === undefined) return
    waitsSince.current = null
    if (performance.now() - since < waitsMs) take?.(target)
  })

  const enter = (event: FieldKey) => {
    event.preventDefault()
    if (isStale) return event.preventBaseUIHandler?.()
    if (isRowLit(event.currentTarget) || (!byArrow.current && !isTyped)) return
    event.preventBaseUIHandler?.()
    byArrow.current = false
    if (target !== undefined) take?.(target)
    else if (isComing) waitsSince.current = performance.now()
  }
  return {
    onKeyDown: (event: FieldKey) => {
      if (event.key === 'Enter' && (isOpen || byArrow.current)) return enter(event)
      // A key that the field plays again, once the code of the list has come, has been counted.
      if (!event.nativeEvent.isTrusted) return
      if (!goesOn.has(event.key)) waitsSince.current = null
      // Whoever goes on to another row before the first is lit means none that is known here.
      byArrow.current = !isOpen && !byArrow.current && event.key === 'ArrowDown' && !event.altKey
    },
  }
}
