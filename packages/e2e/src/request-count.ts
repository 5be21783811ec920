import type { BrowserContext, Page, Request } from 'playwright-core'
import { readsOf } from './traffic.ts'

/** So many requests to the API a page may take, from an address typed anew until rest, or an action on it. */
export const requestLimits = { case: 8, list: 4, save: 2 } as const

/** A request to the API, and the reads that went inside it. */
export interface CountedRequest {
  /** Method and address. */
  readonly call: string
  readonly reads: readonly string[]
}

/** Counts the requests to the API of a page or of all pages of a window. */
export class RequestCount {
  #requests: Request[] = []

  constructor(of: Page | BrowserContext) {
    const note = (request: Request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) this.#requests.push(request)
    }
    // Both have the event; the types of their listeners do not come together.
    if ('pages' in of) of.on('request', note)
    else of.on('request', note)
  }

  /** What was asked since the last question. */
  take(): CountedRequest[] {
    const found = this.#requests.map((request) => ({
      call: `${request.method()} ${new URL(request.url()).pathname}`,
      reads: readsOf(request),
    }))
    this.#requests = []
    return found
  }
}

/** Whether the request holds what a page reads last, once the first page is there: the bell, the menu, names of filters. */
export const isLastOfPage = (request: Request): boolean =>
  readsOf(request).some((read) => read.endsWith('/notifications'))
