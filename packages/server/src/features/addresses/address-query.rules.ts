import { isInPlace, isNoise, typeOf } from './address-types.rules.ts'
import { withoutSynonyms, wordsOf } from './address-words.rules.ts'
import { houseTokens, type ReadHouse, readHouse } from './house-number.rules.ts'

/** One way to understand what was typed. */
export interface Reading {
  /** All must be met; the last may be only begun when `open`. */
  readonly words: readonly string[]
  readonly open: boolean
  /** Types that were named: they decide between equals and refuse nothing. */
  readonly types: readonly string[]
  readonly house: ReadHouse | null
  /** The type that was typed last, after a name: «казань ул» asks for the streets there. */
  readonly ofType: string | null
  /** Only when no other reading finds anything. */
  readonly lastResort?: true
}

/** More words than an address has are not looked at: nobody types them, and each costs a search. */
const mostTokens = 14
const mostWords = 8

interface Named {
  words: string[]
  types: string[]
  /** Whether the last token was a word of a name and not a type. */
  lastIsWord: boolean
}

function namesOf(tokens: readonly string[]): Named {
  const named: Named = { words: [], types: [], lastIsWord: false }
  for (const token of tokens) {
    const type = typeOf(token)
    named.lastIsWord = type === undefined
    if (type !== undefined) named.types.push(type)
    else named.words.push(...wordsOf(token).flatMap(withoutSynonyms))
  }
  const telling = named.words.filter((word) => !isNoise(word))
  return { ...named, words: (telling.length > 0 ? telling : named.words).slice(0, mostWords) }
}

function toReading(
  tokens: readonly string[],
  house: ReadHouse | null,
  { ended }: { readonly ended: boolean },
): Reading | null {
  const { words, types, lastIsWord } = namesOf(tokens)
  // Only types were typed: the last one may be the beginning of a name, «про» or «г».
  if (words.length === 0) {
    const last = wordsOf(tokens.at(-1) ?? '')
    return last.length === 0
      ? null
      : { words: last, open: true, types: types.slice(0, -1), house, ofType: null }
  }
  const ofType = house === null && !lastIsWord ? (types.at(-1) ?? null) : null
  return {
    words,
    open: house === null && lastIsWord && !ended,
    types,
    house,
    ofType: ofType !== null && isInPlace(ofType) ? ofType : null,
  }
}

/** Where the number of a house may begin: after at least one word of a name. */
function houseStart(tokens: readonly string[]): number {
  for (let at = 1; at < tokens.length; at += 1) {
    const hasName = tokens
      .slice(0, at)
      .some((token) => typeOf(token) === undefined && /[а-яa-z]{2}/.test(token))
    if (hasName && readHouse(tokens.slice(at)) !== null) return at
  }
  return -1
}

/** A number in the middle: «ленина 5 казань». */
function houseInside(tokens: readonly string[]): Reading | null {
  for (let from = 1; from < tokens.length - 1; from += 1) {
    for (let to = Math.min(tokens.length - 1, from + 6); to > from; to -= 1) {
      const house = readHouse(tokens.slice(from, to))
      if (house === null || (!/\d/.test(tokens[from + 1] ?? '') && !/\d/.test(tokens[from] ?? ''))) continue
      const reading = toReading([...tokens.slice(0, from), ...tokens.slice(to)], house, { ended: false })
      return reading === null ? null : { ...reading, lastResort: true }
    }
  }
  return null
}

/** The last type may be the beginning of a name: «казань пр» is the prospect or the street Профсоюзная. */
function typeAsName(tokens: readonly string[]): Reading | null {
  const last = tokens.at(-1) ?? ''
  const named = namesOf(tokens.slice(0, -1))
  if (named.words.length === 0 || typeOf(last) === undefined) return null
  return {
    words: [...named.words, ...wordsOf(last)],
    open: true,
    types: named.types,
    house: null,
    ofType: null,
  }
}

/**
 * Ways to read a query, the most likely first: a number at the end is a house or a part of a name («8 Марта»), one in the
 * middle a part of a name or, when that finds nothing, a house.
 */
export function readQuery(text: string): Reading[] {
  const tokens = houseTokens(text).slice(0, mostTokens)
  const ended = /[\s,]$/.test(text)
  const at = houseStart(tokens)
  const house = at === -1 ? null : readHouse(tokens.slice(at))
  const readings = [
    at === -1 ? null : toReading(tokens.slice(0, at), house, { ended: true }),
    // «5 к 2» with more than a number is a house and nothing else.
    at === -1 || at === tokens.length - 1 ? toReading(tokens, null, { ended }) : null,
    at === -1 ? houseInside(tokens) : null,
    at === -1 && !ended ? typeAsName(tokens) : null,
  ]
  return readings.filter((reading) => reading !== null)
}
