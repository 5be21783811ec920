/** Something in a row: how wide it is, px, and how much it is wanted there: the least rank first. */
export interface Fitted {
  readonly key: string
  readonly width: number
  /** 0 stays whatever the room. */
  readonly rank: number
}

/** Room of a row and what it keeps between its things, px. */
export interface Room {
  readonly width: number
  readonly gap: number
  /** What the button for the rest takes. */
  readonly more: number
}

/** Keys of those that a row has no room for; the rest is under one button, which takes room too. */
export function overflowing(things: readonly Fitted[], { width, gap, more }: Room): string[] {
  const all = things.reduce((sum, thing) => sum + thing.width + gap, -gap)
  if (all <= width) return []
  let left = width - more
  const out = new Set<string>()
  let isFull = false
  for (const { key, rank, width: wanted } of things.toSorted((a, b) => a.rank - b.rank)) {
    // After the first that finds no room nothing less wanted is squeezed in: the row would say a strange choice.
    isFull ||= rank > 0 && wanted + gap > left
    if (isFull) out.add(key)
    else left -= wanted + gap
  }
  return things.flatMap(({ key }) => (out.has(key) ? [key] : []))
}
