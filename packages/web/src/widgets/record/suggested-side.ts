import type { Side } from './difference.ts'

/** Whether two values are written alike; what is absent is null. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The side that alone has changed a value; null where both have, or nobody knows what mine began from. */
export function suggestedSide(base: unknown, mine: unknown, server: unknown): Side | null {
  if (isSame(base, mine)) return 'server'
  return isSame(base, server) ? 'mine' : null
}
