import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from './page-layout.ts'

/** The inner size of an element, without its scroll bars, as it changes; null before the first look. */
export function useBox(place: RefObject<HTMLElement | null>): Size | null {
  const [box, setBox] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () =>
      setBox((now) =>
        now?.width === element.clientWidth && now.height === element.clientHeight
          ? now
          : { width: element.clientWidth, height: element.clientHeight },
      )
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return box
}
