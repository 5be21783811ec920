import { look, type PageLook } from './theme-mode.ts'

/**
 * Pages that have the former look too, by the segment of the address that says which look it is: `/underwriting-origin`
 * opens the page of `/underwriting`. One line makes a page have it.
 */
const formerPages: readonly string[] = [
  'underwriting',
  'underwriting-total',
  'underwriting-employees',
  'underwriting-groups',
  'underwriting-summary',
  'change-history',
  'underwriting-auto-checks',
  'control-individual',
  'underwriting-fraud',
  'spr_answers',
  'underwriting-form',
]
/** Pages with a second address of the same look: `/underwriting-total-refactor/12`. */
const secondAddresses: readonly string[] = ['underwriting-total', 'underwriting-mortgage']

const endings = [
  { ending: '-origin', pages: formerPages },
  { ending: '-refactor', pages: secondAddresses },
]

const bare = (segment: string): string => {
  for (const { ending, pages } of endings) {
    const name = segment.slice(0, -ending.length)
    if (segment.endsWith(ending) && pages.includes(name)) return name
  }
  return segment
}

/** `/underwriting-origin/12` → `/underwriting/12`: the path by which the routes know the page. */
export const plainPath = (path: string): string => path.split('/').map(bare).join('/')

/** The look that an address asks for. */
export const lookOfPath = (path: string): PageLook =>
  path.split('/').some((segment) => segment.endsWith('-origin') && bare(segment) !== segment)
    ? 'former'
    : 'present'

let here = (): string => (typeof location === 'undefined' ? '' : location.pathname)

/** Where the page is by the router's own record: the address bar follows it a moment later. */
export function followPlace(place: () => string): void {
  here = place
}

/** The path in the given look; where the page has but one, the path as it is. */
export function pathInLook(path: string, wanted: PageLook): string {
  const segments = plainPath(path).split('/')
  const at = segments.findLastIndex((segment) => formerPages.includes(segment))
  if (wanted === 'present' || at === -1) return segments.join('/')
  return segments.with(at, `${segments[at]}-origin`).join('/')
}

/** Whether there is anything to choose on this page. */
export const hasFormerLook = (path: string): boolean => pathInLook(path, 'former') !== plainPath(path)

/**
 * The address a link leads to: in the look the person has chosen. The page one is on keeps its own address, so that a
 * filter of an address that somebody sent does not change its look.
 */
export function addressOf(href: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(href) ?? []
  const now = here()
  return (path === plainPath(now) ? now : pathInLook(path, look().pages)) + rest
}

/** What the router is given: routes know a page by its plain path, the address bar by that of its look. */
export const addresses = {
  input: ({ url }: { url: URL }) => new URL(plainPath(url.pathname) + url.search + url.hash, url.origin),
  output: ({ url }: { url: URL }) => new URL(addressOf(url.pathname) + url.search + url.hash, url.origin),
}
