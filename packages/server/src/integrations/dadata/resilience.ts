import {
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleAll,
  handleWhen,
  type IPolicy,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'
import { SuggestionsUnavailable } from './suggestion-client.ts'

/** A refusal that the same request would meet again: a wrong key, a used-up day's limit. */
export class Refused extends Error {}

/** Times in milliseconds. */
export interface Resilience {
  readonly timeoutMs: number
  /** Failures one after another that open the circuit. */
  readonly failures: number
  /** How long the service is then left alone. */
  readonly pauseMs: number
}

/** A person waits for a suggestion: two attempts, together under 2.5 s. */
export const defaultResilience: Resilience = { timeoutMs: 1_000, failures: 5, pauseMs: 10_000 }

/** Runs calls with a time limit, one repetition and a circuit breaker of their own. */
export function resilient({ timeoutMs, failures, pauseMs }: Resilience = defaultResilience) {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(failures),
  })
  const again = retry(
    handleWhen((error) => !(error instanceof Refused)),
    { maxAttempts: 1, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 300 }) },
  )
  const policy: IPolicy = wrap(again, breaker, timeout(timeoutMs, TimeoutStrategy.Aggressive))
  return async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await policy.execute(({ signal }) => work(signal))
    } catch (error) {
      throw new SuggestionsUnavailable(error)
    }
  }
}
