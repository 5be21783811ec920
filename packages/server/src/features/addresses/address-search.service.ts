import type { FoundAddress } from '@ipoteka-office/contract/addresses/addresses.ts'
import type { Db } from '#db/database.ts'
import {
  bestOf,
  type Candidate,
  groupsOf,
  type Kinds,
  type KnownWord,
  type Tolerance,
  type Wanted,
} from './address-keys.rules.ts'
import { type Reading, readQuery } from './address-query.rules.ts'
import {
  findBegunWords,
  findHeads,
  findMatches,
  findNearWords,
  findTyped,
  type RegisterWord,
  type Scope,
} from './address-search.repo.ts'
import { isInPlace, plainType } from './address-types.rules.ts'
import { fromLatinLayout, wordsOf } from './address-words.rules.ts'
import { findHouses } from './addresses.repo.ts'
import { allowedErrors, beginningDistance, editDistance } from './edit-distance.rules.ts'
import { readFound, type ToAnswer } from './found-addresses.service.ts'

/** Where to look and how much to answer. */
export interface SearchOptions {
  readonly limit: number
  /** Levels of the register; null for all. */
  readonly levels?: readonly number[] | null
  /** Position of the object to look inside of. */
  readonly inside?: number | null
  /** Houses are no answer. */
  readonly withoutHouses?: boolean
}

/** Candidates that are weighed: those after them are less important and no better by much. */
const mostWeighed = 150
/** Streets whose houses are looked at. */
const mostStreets = 8
/** Words that one typing error may mean. */
const mostNear = 12

const highestPlace = 6
const kindsOf = ({ levels }: Scope): Kinds => ({
  places: levels === null || levels.some((level) => level <= highestPlace),
  streets: levels === null || levels.some((level) => level > highestPlace),
})

const idsOf = (words: readonly RegisterWord[], at: number) =>
  words.filter((word) => word.at === at).map(({ id }) => id)

/** Words of the register that are a typing error away, the nearest first. */
function nearest(
  typed: string,
  found: readonly RegisterWord[],
  distance: typeof editDistance,
): readonly number[] {
  const most = allowedErrors(typed.length)
  return found
    .map(({ id, word }) => ({ id, distance: distance(typed, word, most) }))
    .filter((one) => one.distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, mostNear)
    .map(({ id }) => id)
}

function nearOnes(typed: string, found: readonly RegisterWord[], open: boolean) {
  const near = nearest(typed, found, editDistance)
  const rest = open ? found.filter(({ id }) => !near.includes(id)) : []
  return { near, nearBegun: nearest(typed, rest, beginningDistance) }
}

/** Reads of the words of one query, each done when it is first needed. */
class Words {
  readonly #db: Db
  readonly #reading: Reading
  #known: readonly KnownWord[] = []

  constructor(db: Db, reading: Reading) {
    this.#db = db
    this.#reading = reading
  }

  async exact(): Promise<void> {
    const { words } = this.#reading
    const found = await findTyped(this.#db, words)
    this.#known = words.map((typed, at) => ({
      typed,
      exact: found[at]?.exact ?? null,
      beginning: found[at]?.beginning ?? null,
      begun: [],
      near: [],
      nearBegun: [],
    }))
  }

  /** The beginnings of the last word, or of all. */
  async begun(all: boolean): Promise<void> {
    const isSought = ({ typed, begun }: KnownWord, at: number) =>
      begun.length === 0 &&
      typed.length > (all ? 1 : 2) &&
      (all || (this.#reading.open && at === this.#known.length - 1))
    const sought = this.#known.map((word, at) => (isSought(word, at) ? word.typed : ''))
    const list = sought.filter((typed) => typed !== '')
    if (list.length === 0) return
    const found = await findBegunWords(this.#db, list)
    let next = 0
    this.#known = this.#known.map((word, at) => {
      if (sought[at] === '') return word
      next += 1
      return { ...word, begun: idsOf(found, next - 1) }
    })
  }

  async near(): Promise<void> {
    const { words, open } = this.#reading
    const found = await findNearWords(this.#db, words, open)
    this.#known = this.#known.map((word, at) => ({
      ...word,
      ...nearOnes(
        word.typed,
        found.filter((one) => one.at === at),
        open && at === words.length - 1,
      ),
    }))
  }

  wanted(toleranceOf: (at: number, isLast: boolean) => Tolerance): Wanted[] {
    return this.#known.map((word, at) => ({
      word,
      tolerance: toleranceOf(at, at === this.#known.length - 1),
    }))
  }
}

/** Candidates of one word come from the heads of its frequent keys, so that no long list is read. */
async function matchesOfOne(db: Db, keys: readonly number[], scope: Scope): Promise<Candidate[]> {
  if (scope.inside !== null || scope.levels !== null) return findMatches(db, [keys], scope, mostWeighed)
  const { frequent, candidates } = await findHeads(db, keys, 40)
  const isFrequent = new Set(frequent)
  const rare = keys.filter((key) => !isFrequent.has(key))
  if (rare.length === 0) return candidates
  return [...candidates, ...(await findMatches(db, [rare], scope, mostWeighed))]
}

async function matches(db: Db, wanted: readonly Wanted[], scope: Scope): Promise<Candidate[]> {
  const groups = groupsOf(wanted, kindsOf(scope))
  const [first] = groups ?? []
  if (groups === null || first === undefined) return []
  return groups.length === 1 ? matchesOfOne(db, first, scope) : findMatches(db, groups, scope, mostWeighed)
}

/** Whole words and the last one begun; then all begun; then with typing errors. */
async function candidatesOf(db: Db, reading: Reading, scope: Scope, most: number): Promise<Candidate[]> {
  const { open, types } = reading
  const words = new Words(db, reading)
  const attempt = async (toleranceOf: (at: number, isLast: boolean) => Tolerance) => {
    const wanted = words.wanted(toleranceOf)
    return bestOf(await matches(db, wanted, scope), wanted, { types, open, most })
  }
  await words.exact()
  const whole = await attempt(() => 'exact')
  if (!open && whole.length > 0) return whole
  await words.begun(false)
  if (open) {
    const wanted = words.wanted((_, isLast) => (isLast ? 'begun' : 'exact'))
    const both = [...whole, ...(await matches(db, wanted, scope))]
    if (both.length > 0) return bestOf(both, wanted, { types, open, most })
  }
  await words.begun(true)
  const begun = await attempt(() => 'begun')
  if (begun.length > 0) return begun
  await words.near()
  return attempt(() => 'near')
}

async function housesOn(db: Db, streets: readonly Candidate[], reading: Reading, most: number) {
  const { objects } = await readFound(
    db,
    streets.slice(0, mostStreets).map(({ pos }) => ({ pos })),
  )
  const ids = streets.flatMap(({ pos }) => objects.get(pos)?.objectId ?? [])
  const houses = await findHouses(db, ids, reading.house?.number ?? '', most)
  const posOf = new Map([...objects.values()].map(({ pos, objectId }) => [objectId, pos]))
  return houses.map((house) => ({
    pos: posOf.get(house.parentId) ?? 0,
    house,
    rest: reading.house?.flat ?? null,
  }))
}

/** What was typed as the house, for the answer to give back when no such house is known. */
const typedHouse = ({ house }: Reading): string | null =>
  house === null ? null : [house.number, house.flat].filter((text) => text !== null).join(', ')

/** Streets of one type inside the place that was named: «казань ул». */
async function ofTypeInside(db: Db, place: Candidate, type: string, most: number): Promise<ToAnswer[]> {
  const inside = await findMatches(db, [], { inside: place.pos, levels: [7, 8] }, 400)
  return inside
    .filter((one) => plainType(one.type) === type)
    .slice(0, most)
    .map(({ pos }) => ({ pos }))
}

async function answersOf(
  db: Db,
  reading: Reading,
  options: SearchOptions,
  most: number,
): Promise<ToAnswer[]> {
  const scope: Scope = { inside: options.inside ?? null, levels: options.levels ?? null }
  const found = await candidatesOf(db, reading, scope, most)
  const [place] = found
  if (reading.ofType !== null && place !== undefined && !isInPlace(plainType(place.type)))
    return [...(await ofTypeInside(db, place, reading.ofType, most)), { pos: place.pos }]
  if (reading.house === null || options.withoutHouses === true || found.length === 0)
    return found.map(({ pos }) => ({ pos, rest: typedHouse(reading) }))
  const houses = await housesOn(db, found, reading, most)
  if (houses.some(({ house }) => house.number === reading.house?.number)) return houses
  return [...houses, ...found.map(({ pos }) => ({ pos, rest: typedHouse(reading) }))]
}

async function searchText(db: Db, text: string, options: SearchOptions): Promise<ToAnswer[]> {
  const readings = readQuery(text)
  const answers: ToAnswer[] = []
  for (const [at, reading] of readings.entries()) {
    const left = options.limit - answers.length
    // A number may be a house or a part of a name: both get their place.
    const most =
      at === 0 && readings.some(({ lastResort }, other) => other > 0 && lastResort !== true)
        ? Math.ceil((left * 2) / 3)
        : left
    if (most <= 0) break
    if (reading.lastResort === true && answers.length > 0) continue
    answers.push(...(await answersOf(db, reading, options, most)).slice(0, most))
  }
  return answers
}

/** Addresses by words in any order with typing errors, former names and a house at the end, the best first. */
export async function searchAddresses(db: Db, text: string, options: SearchOptions): Promise<FoundAddress[]> {
  let answers = await searchText(db, text, options)
  const otherLayout = answers.length === 0 ? fromLatinLayout(text) : null
  if (otherLayout !== null) answers = await searchText(db, otherLayout, options)
  const { toFound } = await readFound(db, answers, wordsOf(otherLayout ?? text))
  const found = answers.map(toFound).filter((one) => one !== null)
  // The same object of a less likely reading adds nothing.
  const byObject = new Map(found.toReversed().map((one) => [one.objectId, one]))
  return found.filter((one) => byObject.get(one.objectId) === one).slice(0, options.limit)
}
