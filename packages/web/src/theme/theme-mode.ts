import { useSyncExternalStore } from 'react'

/** The two looks the product has. */
export type ThemeMode = 'light' | 'dark'

/** What the person chose; `system` follows the operating system. */
export type ThemeChoice = ThemeMode | 'system'
/** Height of table rows. */
export type Density = 'comfortable' | 'compact'
/** How pages that have two looks are drawn; `former`: dense, one part under another. */
export type PageLook = 'present' | 'former'

type Look = {
  choice: ThemeChoice
  mode: ThemeMode
  density: Density
  pages: PageLook
}

const key = 'look'
const asks = (query: string): boolean => typeof matchMedia === 'function' && matchMedia(query).matches
const dark = '(prefers-color-scheme: dark)'
const listeners = new Set<() => void>()
let current: Look = read()

function read(): Look {
  const kept = typeof localStorage === 'undefined' ? null : localStorage.getItem(key)
  const [choice, density, pages] = (kept ?? '').split(' ')
  const known: ThemeChoice = choice === 'dark' || choice === 'light' ? choice : 'system'
  return {
    choice: known,
    mode: known === 'dark' || (known === 'system' && asks(dark)) ? 'dark' : 'light',
    density: density === 'compact' ? 'compact' : 'comfortable',
    pages: pages === 'former' ? 'former' : 'present',
  }
}

function show(): void {
  if (typeof document === 'undefined') return
  document.documentElement.dataset.theme = current.mode
  document.documentElement.dataset.density = current.density
}
show()

function refresh(): void {
  current = read()
  show()
  for (const listener of listeners) listener()
}
// The operating system goes dark in the evening while pages stay open.
if (typeof matchMedia === 'function') matchMedia(dark).addEventListener('change', refresh)

/** Sets what is given at once and remembers it in this browser. */
export function setLook(next: { choice?: ThemeChoice; density?: Density; pages?: PageLook }): void {
  const { choice, density, pages } = { ...current, ...next }
  localStorage.setItem(key, `${choice} ${density} ${pages}`)
  refresh()
}

/** The look in force now. */
export const look = (): Look => current

/** The look in force now; re-renders when it changes. */
export function useLook(): Look {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, look)
}
