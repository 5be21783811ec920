import { type RefObject, useEffect, useRef, useState } from 'react'

/** Height of the bar at the top of every page, in px. */
const topBar = 52
/** So far the page is scrolled when the head grows slim. */
const scrolled = 24

/**
 * Whether the page is scrolled far enough for the slim head, how high the head is now, and the room that the full one
 * takes: it stays taken, so that nothing below moves when the head changes.
 */
export function useSlimHead(place: RefObject<HTMLElement | null>, head: RefObject<HTMLElement | null>) {
  const [slim, setSlim] = useState(false)
  const [height, setHeight] = useState(0)
  const room = useRef(0)
  useEffect(() => {
    const start = place.current
    if (!start) return
    const observer = new IntersectionObserver(([entry]) => entry && setSlim(!entry.isIntersecting), {
      rootMargin: `${scrolled - topBar}px 0px 0px 0px`,
    })
    observer.observe(start)
    return () => observer.disconnect()
  }, [place])
  useEffect(() => {
    const element = head.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const now = element.offsetHeight
      if (!slim) room.current = now
      setHeight(now)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [head, slim])
  return { slim, height, room: room.current }
}
