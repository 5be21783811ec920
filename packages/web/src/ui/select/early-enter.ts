import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Option } from './option-search.ts'

/** A key in the field of a list; the library's own handling of it can be prevented once its code is there. */
type FieldKey = KeyboardEvent & { readonly preventBaseUIHandler?: () => void }

function swallow(event: FieldKey) {
  event.preventDefault()
  event.preventBaseUIHandler?.()
}

/**
 * Enter in a list of which no row is lit yet: the list has just been opened, or its options are on their way. The
 * library closes the list then and lets Enter go on, so that a hurried person sends the form with nothing chosen.
 * Here such an Enter chooses what would be lit as soon as it is there, and never sends the form.
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
  /** Chooses the row and closes the list; null where nothing is chosen unseen. */
  take: ((option: Option) => void) | null
}) {
  const byArrow = useRef(false)
  const isLit = useRef(false)
  const waits = useRef(false)
  const target = rows.find(({ code }) => code === chosen?.code) ?? rows[0]

  useEffect(() => {
    if (isOpen) return
    byArrow.current = false
    isLit.current = false
    waits.current = false
  }, [isOpen])
  useEffect(() => {
    if (!waits.current || target === undefined) return
    waits.current = false
    take?.(target)
  })

  const enter = (event: FieldKey) => {
    if (isStale) return swallow(event)
    if (isLit.current) return
    if (!byArrow.current && !isTyped) return event.preventDefault()
    swallow(event)
    if (target !== undefined) take?.(target)
    else waits.current = isComing
  }
  return {
    onKeyDown: (event: FieldKey) => {
      if (event.key === 'Enter' && (isOpen || byArrow.current)) return enter(event)
      waits.current = false
      if (!isOpen) byArrow.current = event.key === 'ArrowDown' && !event.altKey
    },
    /** The library has lit a row, or none. */
    onLit: (option: Option | undefined) => {
      isLit.current = option !== undefined
    },
    onBlur: () => {
      byArrow.current = false
      waits.current = false
    },
  }
}
