import { useSyncExternalStore } from 'react'
import type { ThemeMode } from './antd-theme.ts'

/** What the person chose; `system` follows the operating system. */
export type ThemeChoice = ThemeMode | 'system'
/** Height of table rows. */
export type Density = 'comfortable' | 'compact'

type Look = { choice: ThemeChoice; mode: ThemeMode; density: Density }

const key = 'look'
const listeners = new Set<() => void>()
let look: Look = read()

function prefersDark(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches
}

function read(): Look {
  const fallback: Look = { choice: 'light', mode: 'light', density: 'comfortable' }
  if (typeof localStorage === 'undefined') return fallback
  const [choice, density] = (localStorage.getItem(key) ?? '').split(' ')
  const known: ThemeChoice = choice === 'dark' || choice === 'system' ? choice : 'light'
  return {
    choice: known,
    mode: known === 'dark' || (known === 'system' && prefersDark()) ? 'dark' : 'light',
    density: density === 'compact' ? 'compact' : 'comfortable',
  }
}

function show(): void {
  if (typeof document === 'undefined') return
  document.documentElement.dataset.theme = look.mode
  document.documentElement.dataset.density = look.density
}
show()

/** Sets theme and density at once and remembers them in this browser. */
export function setLook(next: { choice?: ThemeChoice; density?: Density }): void {
  const choice = next.choice ?? look.choice
  const density = next.density ?? look.density
  localStorage.setItem(key, `${choice} ${density}`)
  look = read()
  show()
  for (const listener of listeners) listener()
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
