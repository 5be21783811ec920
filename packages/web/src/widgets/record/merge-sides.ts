import type { Choice } from './difference.ts'

/** The server's values with those of mine that were chosen. */
export function mergeSides<V extends object>(mine: V, server: V, choice: Choice): V {
  const kept = Object.entries(mine).filter(([field]) => choice[field] === 'mine')
  return { ...server, ...Object.fromEntries(kept) }
}
