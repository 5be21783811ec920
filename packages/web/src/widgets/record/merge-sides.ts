import type { Side } from '#ui/overlay/compare-dialog.tsx'

/** The server's values with those of mine that were chosen. */
export function mergeSides<V extends object>(mine: V, server: V, choice: Readonly<Record<string, Side>>): V {
  const kept = Object.entries(mine).filter(([field]) => choice[field] === 'mine')
  return { ...server, ...Object.fromEntries(kept) }
}
