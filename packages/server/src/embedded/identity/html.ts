const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that has been made safe for HTML. */
export interface Markup {
  readonly html: string
}

const render = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(render).join('')
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'object' && 'html' in value) return String(value.html)
  return String(value).replace(/[&<>"']/g, (char) => entities[char] ?? char)
}

/** Template whose values are escaped unless they are markup themselves. */
export const html = (parts: TemplateStringsArray, ...values: unknown[]): Markup => ({
  html: parts.reduce(
    (text, part, index) => text + part + (index < values.length ? render(values[index]) : ''),
    '',
  ),
})
