import { plainType } from './address-types.rules.ts'

/** A typed word and the words of the register it may mean. */
export interface KnownWord {
  readonly typed: string
  readonly exact: number | null
  /** Number of it as a beginning of words; null when it is longer than those are. */
  readonly beginning: number | null
  /** Words that begin with it. */
  readonly begun: readonly number[]
  /** Words that differ by a typing error. */
  readonly near: readonly number[]
  /** Words that begin with it when a typing error is forgiven. */
  readonly nearBegun: readonly number[]
}

/** How far from the typed letters a word may be. */
export type Tolerance = 'exact' | 'begun' | 'near'

/** What kinds of objects are looked for. */
export interface Kinds {
  readonly places: boolean
  readonly streets: boolean
}

const anyKey = (word: number) => word * 4
const ownKeys = (word: number, { places, streets }: Kinds) => [
  ...(places ? [word * 4 + 1] : []),
  ...(streets ? [word * 4 + 2] : []),
  word * 4 + 3,
]
const beginningKeys = ({ beginning }: KnownWord, { places, streets }: Kinds) =>
  beginning === null ? [] : [...(places ? [-2 * beginning] : []), ...(streets ? [-2 * beginning - 1] : [])]

const meant = ({ exact, begun, near, nearBegun }: KnownWord, tolerance: Tolerance): number[] => [
  ...(exact === null ? [] : [exact]),
  ...(tolerance === 'exact' ? [] : begun),
  ...(tolerance === 'near' ? [...near, ...nearBegun] : []),
]

/** Keys of objects that have the word in their own name. */
function ownKeysOf(word: KnownWord, tolerance: Tolerance, kinds: Kinds): number[] {
  // The key of a beginning stands for all the words that begin so.
  const begun = tolerance === 'exact' ? [] : beginningKeys(word, kinds)
  const ids = meant(begun.length > 0 ? { ...word, begun: [] } : word, tolerance)
  return [...ids.flatMap((id) => ownKeys(id, kinds)), ...begun]
}

/** Keys of objects that have the word in their name or above it. */
const keysOf = (word: KnownWord, tolerance: Tolerance, kinds: Kinds): number[] => [
  ...meant(word, tolerance).map(anyKey),
  ...(tolerance === 'exact' ? [] : beginningKeys(word, kinds)),
]

/** One word with how exactly it must be met. */
export interface Wanted {
  readonly word: KnownWord
  readonly tolerance: Tolerance
}

/**
 * Groups of keys of which an object must have one each: every word anywhere on its path, and at least one word in its own
 * name. Null when a word means nothing.
 */
export function groupsOf(wanted: readonly Wanted[], kinds: Kinds): number[][] | null {
  const own = wanted.flatMap(({ word, tolerance }) => ownKeysOf(word, tolerance, kinds))
  if (wanted.length === 1) return own.length === 0 ? null : [own]
  const groups = wanted.map(({ word, tolerance }) => keysOf(word, tolerance, kinds))
  return groups.some((group) => group.length === 0) ? null : [...groups, own]
}

/** An object that may be the answer. */
export interface Candidate {
  readonly pos: number
  readonly type: string
  readonly keys: readonly number[]
}

const weights = {
  ownExact: 10,
  aboveExact: 8,
  ownBegun: 7,
  former: 6,
  aboveBegun: 5,
  ownNear: 5.5,
  aboveNear: 4,
  ownNearBegun: 4.5,
  aboveNearBegun: 3.5,
  /** A word of its name that nobody typed. */
  extraWord: -1.2,
  type: 2,
} as const

const hasOne = (keys: ReadonlySet<number>, list: readonly number[]) => list.some((key) => keys.has(key))
const isOwn = (keys: ReadonlySet<number>, id: number) => keys.has(id * 4 + 1) || keys.has(id * 4 + 2)

function scoreOfMeaning(
  keys: ReadonlySet<number>,
  ids: readonly number[],
  [own, above]: readonly [number, number],
): number {
  if (ids.some((id) => isOwn(keys, id))) return own
  if (ids.some((id) => keys.has(id * 4 + 3))) return Math.min(own, weights.former)
  return ids.some((id) => keys.has(id * 4)) ? above : 0
}

function scoreOfWord(keys: ReadonlySet<number>, { word, tolerance }: Wanted, isOpen: boolean): number {
  const exact = word.exact === null ? [] : [word.exact]
  // A word still being typed is not yet known to be whole.
  const found = scoreOfMeaning(keys, exact, [weights.ownExact - (isOpen ? 1 : 0), weights.aboveExact])
  if (found > weights.ownBegun || tolerance === 'exact') return found
  const begun = hasOne(keys, beginningKeys(word, { places: true, streets: true }))
    ? weights.ownBegun
    : scoreOfMeaning(keys, word.begun, [weights.ownBegun, weights.aboveBegun])
  if (tolerance === 'begun') return Math.max(found, begun)
  return Math.max(
    found,
    begun,
    scoreOfMeaning(keys, word.near, [weights.ownNear, weights.aboveNear]),
    scoreOfMeaning(keys, word.nearBegun, [weights.ownNearBegun, weights.aboveNearBegun]),
  )
}

/** How well a candidate answers: exact words of its own name first, then importance. */
export function scoreOf(
  { pos, type, keys: list }: Candidate,
  wanted: readonly Wanted[],
  types: readonly string[],
  open: boolean,
): number {
  const keys = new Set(list)
  const ownWords = list.filter((key) => key > 0 && (key % 4 === 1 || key % 4 === 2)).length
  const ofWords = wanted.map((one, at) => scoreOfWord(keys, one, open && at === wanted.length - 1))
  const met = wanted.filter(({ word }) => meant(word, 'near').some((id) => isOwn(keys, id))).length
  return (
    ofWords.reduce((sum, one) => sum + one, 0) +
    weights.extraWord * Math.max(0, ownWords - Math.max(1, met)) +
    (types.includes(plainType(type)) ? weights.type : 0) +
    Math.max(0, 8 - 1.2 * Math.log10(pos + 1))
  )
}

/** The best of the candidates, the best first. */
export function bestOf(
  candidates: readonly Candidate[],
  wanted: readonly Wanted[],
  { types, open, most }: { types: readonly string[]; open: boolean; most: number },
): Candidate[] {
  const byPosition = new Map(candidates.map((candidate) => [candidate.pos, candidate]))
  return [...byPosition.values()]
    .map((candidate) => ({ candidate, score: scoreOf(candidate, wanted, types, open) }))
    .toSorted((a, b) => b.score - a.score || a.candidate.pos - b.candidate.pos)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}
