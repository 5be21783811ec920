import { useEffect, useRef } from 'react'

/** What an open thing puts on its outermost element; React tells it of presses in portals of its children too. */
export type InsideMarks = { onPointerDownCapture: () => void }

const rest = ['mousedown', 'mouseup', 'click', 'auxclick'] as const
/** Whatever comes with these is not of that press any more. */
const next = ['pointerdown', 'keydown'] as const

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Keeps what is left of a press that has just closed something from whatever lies under it. */
export function swallowRestOfPress(): void {
  const end = () => {
    for (const type of rest) window.removeEventListener(type, swallow, true)
    window.removeEventListener('mouseup', endSoon, true)
    for (const type of next) window.removeEventListener(type, end, true)
  }
  // The browser makes the click right after the release; a release out of the window makes neither.
  const endSoon = () => setTimeout(end, 0)
  for (const type of rest) window.addEventListener(type, swallow, true)
  window.addEventListener('mouseup', endSoon, true)
  for (const type of next) window.addEventListener(type, end, true)
}

/**
 * A press outside of an open thing closes it and does nothing else: whoever dismisses a panel has not chosen to press
 * what happens to lie there. Answers what the outermost element of the thing must carry.
 */
export function useDismiss(open: boolean, onDismiss: () => void): InsideMarks {
  const inside = useRef(false)
  const dismiss = useRef(onDismiss)
  useEffect(() => {
    dismiss.current = onDismiss
  })
  useEffect(() => {
    if (!open) return
    const begin = () => {
      inside.current = false
    }
    const press = (event: MouseEvent) => {
      if (inside.current) return
      // The menu of the right button is the browser's own.
      if (event.button !== 2) {
        swallow(event)
        swallowRestOfPress()
      }
      dismiss.current()
    }
    window.addEventListener('pointerdown', begin, true)
    window.addEventListener('mousedown', press, true)
    return () => {
      window.removeEventListener('pointerdown', begin, true)
      window.removeEventListener('mousedown', press, true)
    }
  }, [open])
  return {
    onPointerDownCapture: () => {
      inside.current = true
    },
  }
}
