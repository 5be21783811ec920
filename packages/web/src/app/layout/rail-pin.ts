import { useEffect, useSyncExternalStore } from 'react'
import { createStore, useStore } from '#lib/store.ts'

const key = 'rail'
const pinned = createStore(localStorage.getItem(key) === 'pinned')
/** Below it the pages need the width more than the menu does. */
const wide = matchMedia('(min-width: 1268px)')
const onWide = (tell: () => void) => {
  wide.addEventListener('change', tell)
  return () => wide.removeEventListener('change', tell)
}

function pin(next: boolean): void {
  localStorage.setItem(key, next ? 'pinned' : 'folded')
  pinned.set(next)
}

/** Whether the menu stands open beside the page, whether it may, and how to change it; remembered in this browser. */
export function useRailPin() {
  const isWide = useSyncExternalStore(onWide, () => wide.matches)
  const isPinned = useStore(pinned) && isWide
  useEffect(() => {
    document.documentElement.dataset.rail = isPinned ? 'pinned' : 'folded'
  }, [isPinned])
  return { isPinned, mayPin: isWide, pin: () => pin(true), fold: () => pin(false) }
}
