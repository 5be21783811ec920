/** A step of the person before an error: a page by its route, a call by its address without values. */
export interface Crumb {
  readonly at: string
  readonly kind: 'page' | 'call'
  readonly text: string
}

/** Where reports of errors before sign-in wait for it, for as long as the tab is open. */
export const earlyReports = 'error-reports'

/** As many steps as a report takes. */
const mostCrumbs = 20

let steps: readonly Crumb[] = []
let tell: ((error: unknown) => void) | null = null

/** Keeps a step, so that an error can be told with what came before it. Values of any kind have no place here. */
export function leaveCrumb(kind: Crumb['kind'], text: string): void {
  if (tell === null) return
  steps = [...steps.slice(1 - mostCrumbs), { at: new Date().toISOString(), kind, text }]
}

/** The steps up to now. */
export const crumbs = (): readonly Crumb[] => steps

/** Hands an error that was met to whoever reports unexpected ones; while nobody does, it is forgotten. */
export function noteError(error: unknown): void {
  tell?.(error)
}

/** Names whom errors are handed to. */
export function whenError(by: (error: unknown) => void): void {
  tell = by
}
