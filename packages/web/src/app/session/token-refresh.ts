import { logWarning } from '#lib/log.ts'

/** The token is renewed once this part of its remaining life has passed (specification 1 §4). */
export const refreshAt = 0.9
const retryAfterMs = 30_000
// Above 2^31 - 1 ms browsers fire a timer at once.
const longestTimer = 2_000_000_000

/** How long to wait before renewing a token that lives so long from now. */
export const refreshDelay = (remainingMs: number): number =>
  Math.min(Math.max(Math.round(remainingMs * refreshAt), 0), longestTimer)

/** What the refresh needs of the identity client. */
export interface Renewable {
  /** Milliseconds until the token expires by the server's clock. */
  remainingMs(): number
  renewOrThrow(): Promise<unknown>
}

/** Keeps renewing the token; a failure only warns and is tried again. Answers with the way to stop. */
export function keepFresh(token: Renewable): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const wait = (ms: number) => {
    if (stopped) return
    timer = setTimeout(() => {
      token.renewOrThrow().then(
        () => wait(Math.max(refreshDelay(token.remainingMs()), 1_000)),
        (failure: unknown) => {
          logWarning('Не удалось обновить токен', failure)
          wait(retryAfterMs)
        },
      )
    }, ms)
  }
  wait(refreshDelay(token.remainingMs()))
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
