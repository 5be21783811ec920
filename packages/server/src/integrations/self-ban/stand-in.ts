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
export const chanceOf = (text: string, below: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % below

/** Whether a made-up bureau, by its place in the list, knows of a ban: its credit reports say the same. */
export const isBannedAt = (seed: string, at: number): boolean =>
  chanceOf(`${seed} ban`, 30) === 0 || (seed.endsWith('0777') && at === 1)
/** Since when every made-up ban is in force. */
export const bannedSince = '2025-10-06'

/**
 * Stands in for the bureaus: answers in seconds, now and then one of them is silent at the first attempt, and one person
 * in thirty has a ban. Passports teach the rare answers: in 0777 there is a ban in one bureau only, in 0404 a bureau never
 * answers, in 0770 there is a ban that the client lifts after the first answer. The same person is always answered in the
 * same way otherwise.
 */
export function standInBureaus({
  delay: [least, most] = [700, 3_500],
  failures = 15,
}: StandInOptions = {}): SelfBanClient {
  const attempts = new Map<string, number>()
  /** The question at which a ban that is lifted afterwards was told of, by person. */
  const lifted = new Map<string, string>()
  const isLiftedBan = (seed: string, requestId: string): boolean => {
    if (!seed.endsWith('0770')) return false
    const first = lifted.get(seed) ?? requestId
    lifted.set(seed, first)
    return first === requestId
  }
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
      const isStanding = isLiftedBan(seed, requestId)
      return bureaus.map((name, at): BureauAnswer => {
        const banned = isStanding || (!seed.endsWith('0770') && isBannedAt(seed, at))
        return { name, answer: banned ? 'BAN' : 'NO_BAN', since: banned ? bannedSince : null }
      })
    },
  }
}
