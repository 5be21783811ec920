/** Bytes from `start` to `end`, both included and counted from 0. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** The ends as they are written; null: not understood, or the last before the first. */
function endsOf(header: string): { from: number | null; to: number | null } | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  const from = first === '' ? null : Number(first)
  const to = last === '' ? null : Number(last)
  if (from === null && to === null) return null
  return from !== null && to !== null && to < from ? null : { from, to }
}

/**
 * The one range that a `Range` header asks for: null for the whole (no header, several ranges or something not
 * understood: then the whole answer is right by RFC 9110), `unsatisfiable` for one that lies behind the end.
 */
export function rangeOf(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const ends = header === undefined ? null : endsOf(header)
  if (ends === null) return null
  // Without a first byte it is so many from the end.
  const start = ends.from ?? Math.max(size - (ends.to ?? 0), 0)
  const end = Math.min(ends.from === null ? size : (ends.to ?? size), size - 1)
  return start >= size ? 'unsatisfiable' : { start, end }
}
