import { type RefObject, useEffect, useEffectEvent } from 'react'

/** A point of the window that stays in its place. */
interface Point {
  readonly left: number
  readonly top: number
}

const distance = (a: Touch, b: Touch) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)

/** Zooming by Ctrl and the wheel, by two fingers on a touchpad or on a screen; `factor` is how many times larger. */
export function useZoomGestures(
  place: RefObject<HTMLElement | null>,
  onZoom: (factor: number, at: Point) => void,
): void {
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    const element = place.current
    if (!element) return
    let last: number | null = null
    const at = (x: number, y: number): Point => {
      const box = element.getBoundingClientRect()
      return { left: x - box.left, top: y - box.top }
    }
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      const change = Math.max(-60, Math.min(60, event.deltaY * lines))
      zoom(Math.exp(-change / 300), at(event.clientX, event.clientY))
    }
    const touch = (event: TouchEvent) => {
      const [a, b] = event.touches
      if (!a || !b) {
        last = null
        return
      }
      event.preventDefault()
      const now = distance(a, b)
      if (last !== null && last > 0)
        zoom(now / last, at((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2))
      last = now
    }
    const end = () => {
      last = null
    }
    // React listens to the wheel passively, where the browser's own zoom cannot be prevented.
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('touchmove', touch, { passive: false })
    element.addEventListener('touchend', end)
    return () => {
      element.removeEventListener('wheel', wheel)
      element.removeEventListener('touchmove', touch)
      element.removeEventListener('touchend', end)
    }
  }, [place])
}
