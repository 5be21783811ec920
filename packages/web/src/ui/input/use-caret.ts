import { useLayoutEffect, useRef, useState } from 'react'

/** Puts the caret where an edit wants it after React has written the text; a rejected edit would send it to the end. */
export function useCaret() {
  const input = useRef<HTMLInputElement | null>(null)
  const wanted = useRef<number | null>(null)
  const [, redraw] = useState(0)
  useLayoutEffect(() => {
    if (wanted.current === null || document.activeElement !== input.current) return
    input.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = null
  })
  return {
    input,
    place(at: number) {
      wanted.current = Math.max(0, at)
      redraw((n) => n + 1)
    },
  }
}
