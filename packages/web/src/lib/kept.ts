/** Reads a value kept in the browser; null when there is none or the browser keeps nothing (private mode, policy). */
export function readKept(key: string, storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value in the browser, null removes it; false when the browser refuses. */
export function keep(
  key: string,
  value: string | null,
  storage: () => Storage = () => localStorage,
): boolean {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
    return true
  } catch {
    return false
  }
}
