import { type RefObject, useEffect, useState } from 'react'

/** Whether the table is wider than its frame; told with the layout, so that nothing is measured before the page shows. */
export function useIsWide(frame: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const table = frame.current?.firstElementChild
    if (!frame.current || !table) return
    const look = new ResizeObserver(() => {
      if (frame.current) setWide(table.scrollWidth > frame.current.clientWidth + 1)
    })
    look.observe(frame.current)
    look.observe(table)
    return () => look.disconnect()
  }, [frame])
  return isWide
}
