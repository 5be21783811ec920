import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { assessBy } from './stand-in-assessment.ts'
import { decideBy } from './stand-in-decision.ts'
import { type DecisionEngine, DecisionUnavailable } from './decision-engine.ts'

/** How the stand-in behaves; tests make it quick and sure. */
export interface StandInOptions {
  /** Least and most milliseconds of an answer. */
  readonly delay?: readonly [least: number, most: number]
  /** Of a hundred first attempts so many fail like a service that is restarted. */
  readonly failures?: number
}

/** The same number for the same text, from 0 below `below`. */
const chanceOf = (text: string, below: number) =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % below

/**
 * Stands in for the bank's decision engine: answers in seconds by rules of its own, sometimes late, sometimes not at the
 * first attempt; the same request is always decided in the same way. Passports teach the rare answers: one that ends in
 * 0404 is never answered, one in 0500 is refused by the service itself, one in 0666 is refused as a fraud.
 */
export function standInDecisions({
  delay: [least, most] = [800, 4_000],
  failures = 15,
}: StandInOptions = {}): DecisionEngine {
  const attempts = new Map<string, number>()
  /** Waits as long as a service would and fails as one does. */
  async function behave(requestId: string, seed: string, signal: AbortSignal): Promise<void> {
    const attempt = (attempts.get(requestId) ?? 0) + 1
    attempts.set(requestId, attempt)
    if (attempts.size > 1_000) attempts.delete(attempts.keys().next().value ?? '')
    await sleep(least + chanceOf(`${seed} delay`, Math.max(1, most - least)), undefined, { signal })
    if (seed.endsWith('0404')) throw new DecisionUnavailable('СПР не отвечает')
    if (seed.endsWith('0500')) throw new DecisionUnavailable('СПР ответила 422', { isFinal: true })
    if (attempt === 1 && chanceOf(`${requestId} failure`, 100) < failures)
      throw new DecisionUnavailable('СПР ответила 503')
  }
  return {
    kind: 'STAND_IN',
    async decide(request, signal) {
      await behave(request.requestId, request.borrower.passport ?? request.requestId, signal)
      return decideBy(request)
    },
    async assess(request, signal) {
      await behave(request.requestId, request.people[0]?.passport ?? request.requestId, signal)
      return assessBy(request)
    },
  }
}
