import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** So long a page that has come to rest asks for nothing. */
const quietMs = 300
const mostMs = 15_000

/** The reads that went inside one request, as `GET /address`; none in any other request. */
export function readsOf(request: Request): string[] {
  if (!request.url().endsWith('/api/together')) return []
  const { reads } = request.postDataJSON() as { reads: { method: string; path: string }[] }
  return reads.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)
}

/** What pages have asked for and not got yet. */
export class Traffic {
  readonly #open = new Map<Page, Set<Request>>()
  readonly #changed = new Map<Page, number>()

  watch(page: Page): void {
    const open = new Set<Request>()
    this.#open.set(page, open)
    const change = () => this.#changed.set(page, performance.now())
    const end = (request: Request) => {
      open.delete(request)
      change()
    }
    change()
    page.on('request', (request) => {
      open.add(request)
      change()
    })
    page.on('requestfinished', end)
    page.on('requestfailed', end)
  }

  /** Waits until the page has asked for nothing for a while. */
  async quiet(page: Page): Promise<void> {
    const isQuiet = () =>
      (this.#open.get(page)?.size ?? 0) === 0 && performance.now() - (this.#changed.get(page) ?? 0) >= quietMs
    for (const until = performance.now() + mostMs; !isQuiet(); await sleep(20))
      if (performance.now() > until) {
        const urls = [...(this.#open.get(page) ?? [])].map((request) => request.url())
        throw new Error(`The page does not come to rest: ${urls.join(', ')}`)
      }
  }
}
