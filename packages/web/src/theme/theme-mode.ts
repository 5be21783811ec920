import { useSyncExternalStore } from 'react'

/** The two looks the product has. */
export type ThemeMode = 'light' | 'dark'

/** What the person chose; `system` follows the operating system. */
export type ThemeChoice = ThemeMode | 'system'
/** Height of table rows. */
export type Density = 'comfortable' | 'compact'

type Look = {
  choice: ThemeChoice
  mode: ThemeMode
  density: Density
}

const key = 'look'
const asks = (query: string): boolean => typeof matchMedia === 'function' && matchMedia(query).matches
const dark = '(prefers-color-scheme: dark)'
const listeners = new Set<() => void>()
let look: Look = read()

function read(): Look {
  const kept = typeof localStorage === 'undefined' ? null : localStorage.getItem(key)
  const [choice, density] = (kept ?? '').split(' ')
  const known: ThemeChoice = choice === 'dark' || choice === 'light' ? choice : 'system'
  return {
    choice: known,
    mode: known === 'dark' || (known === 'system' && asks(dark)) ? 'dark' : 'light',
    density: density === 'compact' ? 'compact' : 'comfortable',
  }
}

function show(): void {
  if (typeof document === 'undefined') return
  document.documentElement.dataset.theme = look.mode
  document.documentElement.dataset.density = look.density
}
show()

function refresh(): void {
  look = read()
  show()
  for (const listener of listeners) listener()
}
// The operating system goes dark in the evening while pages stay open.
if (typeof matchMedia === 'function') matchMedia(dark).addEventListener('change', refresh)

/** Sets theme and density at once and remembers them in this browser. */
export function setLook(next: { choice?: ThemeChoice; density?: Density }): void {
  const choice = next.choice ?? look.choice
  const density = next.density ?? look.density
  localStorage.setItem(key, `${choice} ${density}`)
  refresh()
}

/** The look in force now; re-renders when it changes. */
export function useLook(): Look {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => look,
  )
}
