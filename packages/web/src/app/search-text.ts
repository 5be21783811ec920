/** The search of an address as plain texts: `?levels=2,3&tab=active`, with commas that stay as they are. */
export function parseSearchText(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The other way round; empty values are left out. */
export function searchTextOf(search: Record<string, unknown>): string {
  const parts = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => {
      const text = encodeURIComponent(String(value)).replaceAll('%2C', ',').replaceAll('%3A', ':')
      return `${encodeURIComponent(name)}=${text}`
    })
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
