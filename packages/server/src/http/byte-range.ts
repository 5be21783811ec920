/** Bytes from `start` to `end`, both included and counted from 0. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * The one range that a `Range` header asks for: null for the whole (no header, several ranges or something not
 * understood: then the whole answer is right by RFC 9110), `unsatisfiable` for one that lies behind the end.
 */
export function rangeOf(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  return start >= size || end < start ? 'unsatisfiable' : { start, end }
}
