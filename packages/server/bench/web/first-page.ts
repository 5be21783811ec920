/** What packages/e2e/src/first-page.ts is asked over its channel. */
export interface FirstPageMessage {
  readonly url: string
  readonly rounds: number
}
/** What it answers. */
export interface FirstPage {
  /** Scripts that were asked for before the list showed. */
  readonly scripts: readonly { readonly path: string; readonly gzip: number }[]
  /** Milliseconds from the address being entered to the usable list, the person being signed in. */
  readonly empty: readonly number[]
  readonly warm: readonly number[]
  /** Milliseconds from the click to the loaded list: of a department never opened, and of one seen before. */
  readonly firstVisit: readonly number[]
  readonly return: readonly number[]
}

/** What packages/e2e/src/page-requests.ts answers of a page or an action. */
export interface PageRequests {
  readonly name: string
  /** So many requests it may take. */
  readonly limit: number
  readonly calls: readonly {
    /** Method and address. */
    readonly call: string
    /** Reads that went inside it, as `readTogether` takes them. */
    readonly reads: readonly string[]
  }[]
}
