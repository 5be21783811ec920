const mostText = 1_000
const identifier = /^[a-z_$][\w$.-]{0,40}$/

/** Quoted texts are values; only what can be a name of the code stays. */
const quoted = (_all: string, open: string, inside: string, close: string) =>
  `${open}${identifier.test(inside) ? inside : '…'}${close}`

/**
 * In this order: what is told apart by its shape goes before what is told by its letters alone. What may be long begins
 * where nothing of its kind stands before it: else each of its signs would be tried as a beginning.
 */
const rules: readonly (readonly [RegExp, string | ((...parts: string[]) => string)])[] = [
  [/\b[a-z][a-z+.-]{1,20}:\/\/\S+/gi, (url = '') => addressWithoutValues(url)],
  [/(?<![^\s@"'<>(){}[\],;:])[^\s@"'<>(){}[\],;:]+@[^\s@"'<>(){}[\],;:]+/g, '[mail]'],
  [/(?:%[0-9a-f]{2}){2,}/gi, '[text]'],
  [/(?:\\u[0-9a-f]{4})+/gi, '[text]'],
  [/=\([^)]*\)/g, '=(…)'],
  [/(?<![\p{L}\d])(['"`«“„])([^'"`»”\n]*)(['"`»”])/gu, quoted],
  // The lines of a passport that machines read.
  [/(?<![A-Z0-9<])[A-Z0-9<]*<<[A-Z0-9<]*/g, '[token]'],
  [/(?<![\w+/=-])(?=[\w+/=-]*\d)[\w+/=-]{20,}/g, '[token]'],
  [/\d(?:[\s().,/–—-]{0,3}\d){3,}/g, '[number]'],
  // Names are written in letters that code is not: whole texts go, not only what looks like a name.
  [/(?!\p{Script=Latin})\p{L}(?:[\s.,:;№()–—-]*(?!\p{Script=Latin})\p{L})*/gu, '[text]'],
  [/\b\p{Lu}\p{Ll}+(?:\s+\p{Lu}\p{Ll}+)+/gu, '[name]'],
  [/\b[A-Z]{2,}(?:\s+[A-Z]{2,})+\b/g, '[name]'],
]

/**
 * A text without what could name or describe a person: addresses lose their values, and numbers, dates, mail, quoted
 * values, tokens and everything that is not in Latin letters go. What stays is the code's own: where the error came
 * from is told by the stack.
 */
export const stripPersonal = (text: string): string =>
  rules
    .reduce((left, [pattern, to]) => left.replace(pattern, to as string), text.slice(0, 4 * mostText))
    .slice(0, mostText)

const isPlainSegment = (segment: string) => /^[a-z][a-z-]*$/i.test(segment) || /^[$:][a-z]+$/i.test(segment)

/** A path by its words alone: what could be an id or a value is a star; no query, no fragment. */
export const stripPath = (path: string): string =>
  (path.split(/[?#]/)[0] ?? '')
    .split('/')
    .slice(0, 12)
    .map((segment) => (segment === '' || isPlainSegment(segment) ? segment.slice(0, 60) : '*'))
    .join('/')

/** Of an address in a text only the kind and the words of its path stay: hosts may carry names, and places a password. */
const addressWithoutValues = (url: string): string => {
  const [, scheme = '', rest = ''] = /^([a-z+.-]+):\/\/[^/?#\s]*(\S*)$/i.exec(url) ?? []
  return `${scheme}://…${stripPath(rest)}`
}

/** A route as the product calls it, `GET /case/:id 200` or `job lead-contact`: whatever has another shape goes. */
export function stripRoute(text: string): string {
  const [, kind = '', place = '', status = ''] =
    /^((?:[A-Z]{3,7}|job) )?([/a-z]\S*|\([a-z]+\))( \d{3})?$/.exec(text.slice(0, 400)) ?? []
  return place === '' ? '*' : `${kind}${stripPath(place)}${status}`
}
