import { fillPath } from '@ipoteka-office/contract/path.ts'

/** Where every call goes. */
export const apiBase = '/api'

type Values = Readonly<Record<string, unknown>>

const textOf = (value: unknown) => encodeURIComponent(String(value))

/** The query of a call: empty values are left out, lists are joined by commas that stay as they are. */
export function queryText(query: Values): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => {
      const text = Array.isArray(value) ? value.map(textOf).join(',') : textOf(value)
      return `${encodeURIComponent(name)}=${text}`
    })
    .join('&')
}

/** The address of a call under /api; a GET carries a random guard so that nothing between answers from memory. */
export function pathOf(
  { method, path }: { method: string; path: string },
  request: { params?: unknown; query?: unknown },
  guard: () => string,
): string {
  const filled = fillPath(path, (request.params ?? {}) as Values)
  const query = (request.query ?? {}) as Values
  const text = queryText(method === 'GET' ? { ...query, _: guard() } : query)
  return `${filled}${text === '' ? '' : `?${text}`}`
}

/** The same from the root of the site. */
export const addressOf = (...call: Parameters<typeof pathOf>): string => apiBase + pathOf(...call)
