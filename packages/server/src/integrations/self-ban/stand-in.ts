import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BureauAnswer, type SelfBanClient, SelfBanUnavailable } from './self-ban-client.ts'

/** How the stand-in behaves; tests make it quick and sure. */
export interface StandInOptions {
  /** Least and most milliseconds of an answer. */
  readonly delay?: readonly [least: number, most: number]
  /** Of a hundred first attempts so many meet a bureau that is silent. */
  readonly failures?: number
}

const bureaus = ['НБКИ', 'ОКБ', 'Скоринг Бюро']

/** The same number for the same text, from 0 below `below`. */
const chanceOf = (text: string, below: number) =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % below

/**
 * Stands in for the bureaus: answers in seconds, now and then one of them is silent at the first attempt, and one person
 * in thirty has a ban. Passports teach the rare answers: in 0777 there is a ban in one bureau only, in 0404 a bureau never
 * answers. The same person is always answered in the same way.
 */
export function standInBureaus({
  delay: [least, most] = [700, 3_500],
  failures = 15,
}: StandInOptions = {}): SelfBanClient {
  const attempts = new Map<string, number>()
  return {
    kind: 'STAND_IN',
    async ask({ passport, fullName, birthDate }, requestId, signal) {
      const attempt = (attempts.get(requestId) ?? 0) + 1
      attempts.set(requestId, attempt)
      if (attempts.size > 1_000) attempts.delete(attempts.keys().next().value ?? '')
      const seed = passport ?? `${fullName} ${birthDate ?? ''}`
      await sleep(least + chanceOf(`${seed} delay`, Math.max(1, most - least)), undefined, { signal })
      const silent =
        seed.endsWith('0404') || (attempt === 1 && chanceOf(`${requestId} failure`, 100) < failures)
      if (silent) throw new SelfBanUnavailable(`${bureaus[chanceOf(requestId, bureaus.length)]} не отвечает`)
      const everywhere = chanceOf(`${seed} ban`, 30) === 0
      return bureaus.map((name, at): BureauAnswer => {
        const banned = everywhere || (seed.endsWith('0777') && at === 1)
        return { name, answer: banned ? 'BAN' : 'NO_BAN', since: banned ? '2025-10-06' : null }
      })
    },
  }
}
