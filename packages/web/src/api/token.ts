/** Where calls and live updates take the bearer token from; sign-in provides it. */
export interface TokenSource {
  /** The token now; undefined when nobody is signed in. */
  current(): string | undefined
  /** A token that will live long enough for a call, renewed when needed; undefined when that failed. */
  fresh(): Promise<string | undefined>
  /** Renews at once after the server refused the token; undefined when that failed. */
  renew(): Promise<string | undefined>
}

const nobody: TokenSource = {
  current: () => undefined,
  fresh: () => Promise.resolve(undefined),
  renew: () => Promise.resolve(undefined),
}
let source = nobody

/** Sets where tokens come from; null means nobody is signed in. */
export function setTokenSource(next: TokenSource | null): void {
  source = next ?? nobody
}

/** The token source of the signed-in person. */
export const tokens: TokenSource = {
  current: () => source.current(),
  fresh: () => source.fresh(),
  renew: () => source.renew(),
}

function news() {
  const listeners = new Set<() => void>()
  return {
    tell(): void {
      for (const listener of [...listeners]) listener()
    },
    hear(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const renewals = news()
const endings = news()

/** Tells that a newer token is there. */
export const noteRenewed = renewals.tell

/** Calls the listener after every renewal; answers with the way to stop. */
export const whenRenewed = renewals.hear

/** Tells that the session of the tokens has ended: neither they nor newer ones open anything. */
export const noteSessionOver = endings.tell

/** Calls the listener when the session has ended; answers with the way to stop. */
export const whenSessionOver = endings.hear
