import { allowedErrors, editDistance } from '#features/addresses/edit-distance.rules.ts'
import { areTwoNames } from './known-names.rules.ts'
import type { NamePart, Reading } from './name-readings.rules.ts'
import { latinSpellings } from './transliteration.rules.ts'

/** How a part of two names agrees; the costlier the less it says. */
export interface PartAgreement {
  readonly how: 'EQUAL' | 'LATIN' | 'LAYOUT' | 'SOUND' | 'TYPO' | 'MISSING' | 'DIFFERENT'
  /** Errors between the two: 0 — the same word, a half — heard the same or not given. */
  readonly cost: number
}

/** The most errors of a whole name that are looked into. */
export const mostErrors = 2
const different: PartAgreement = { how: 'DIFFERENT', cost: Number.POSITIVE_INFINITY }
const missing: PartAgreement = { how: 'MISSING', cost: 0.5 }

/** Three letters may hold an error, two are another name already. */
const errorsOf = (length: number): number => (length === 3 ? 1 : Math.min(mostErrors, allowedErrors(length)))

function typos(one: string, other: string): PartAgreement {
  const most = errorsOf(Math.min(one.length, other.length))
  if (most === 0) return different
  const errors = editDistance(one, other, most)
  return errors > most ? different : { how: 'TYPO', cost: errors }
}

/** How many bits differ. */
function bitsApart(one: number, other: number): number {
  let rest = one ^ other
  let count = 0
  for (; rest !== 0; rest &= rest - 1) count += 1
  return count
}

const better = (one: PartAgreement, other: PartAgreement): PartAgreement =>
  other.cost < one.cost ? other : one

function sameScript(one: Reading, other: Reading): PartAgreement {
  const isTyped = one.byLayout !== other.byLayout
  if (one.text === other.text) return { how: isTyped ? 'LAYOUT' : 'EQUAL', cost: 0 }
  if (one.script === 'CYRILLIC' && one.sound === other.sound) return { how: 'SOUND', cost: 0.5 }
  // An error takes one letter away and puts another in, at the most.
  if (bitsApart(one.letters, other.letters) > 2 * mostErrors) return different
  return areTwoNames(one.text, other.text) ? different : typos(one.text, other.text)
}

function acrossScripts(cyrillic: string, latin: string): PartAgreement {
  let best = different
  for (const spelling of latinSpellings(cyrillic)) {
    if (spelling === latin) return { how: 'LATIN', cost: 0 }
    best = better(best, typos(spelling, latin))
  }
  return best
}

function readingsAgree(one: Reading, other: Reading): PartAgreement {
  if (one.script === other.script) return sameScript(one, other)
  return one.script === 'CYRILLIC' ? acrossScripts(one.text, other.text) : acrossScripts(other.text, one.text)
}

/** How a surname, name or patronymic agrees with another, in the readings that agree best. */
export function partsAgree(one: NamePart, other: NamePart): PartAgreement {
  if (one.length === 0 || other.length === 0)
    return one.length === other.length ? { how: 'EQUAL', cost: 0 } : missing
  let best = different
  for (const mine of one)
    for (const theirs of other) {
      best = better(best, readingsAgree(mine, theirs))
      if (best.cost === 0) return best
    }
  return best
}

/** A name that is ready to be compared. */
export type ReadName = readonly [last: NamePart, first: NamePart, middle: NamePart]

/** How two names agree, in the order of the words that agrees best. */
export interface NameAgreement {
  readonly last: PartAgreement
  readonly first: PartAgreement
  readonly middle: PartAgreement
  readonly cost: number
  /** The words stand in another order. */
  readonly reordered: boolean
}

const orders = [
  [0, 1, 2],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
  [0, 2, 1],
] as const

/** The agreement of two names; null where they have more than `most` errors between them. */
export function namesAgree(one: ReadName, other: ReadName, most: number): NameAgreement | null {
  let best: NameAgreement | null = null
  for (const [at, [last, first, middle]] of orders.entries()) {
    const found = inOrder(one, [other[last], other[first], other[middle]], most)
    if (found !== null && (best === null || found.cost < best.cost)) best = { ...found, reordered: at > 0 }
    if (best?.cost === 0) return best
  }
  return best
}

function inOrder(one: ReadName, other: ReadName, most: number): Omit<NameAgreement, 'reordered'> | null {
  const last = partsAgree(one[0], other[0])
  // A patronymic may not be known; without a surname or a name nobody is recognised.
  if (last.cost > most || last.how === 'MISSING') return null
  const first = partsAgree(one[1], other[1])
  if (last.cost + first.cost > most || first.how === 'MISSING') return null
  const middle = partsAgree(one[2], other[2])
  const cost = last.cost + first.cost + middle.cost
  return cost > most ? null : { last, first, middle, cost }
}
