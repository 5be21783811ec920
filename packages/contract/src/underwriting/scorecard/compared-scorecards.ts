import { compareDecimals } from '../../common/number-formats.ts'
import { type CharacteristicCode, characteristicOf } from './characteristics.ts'
import { type ScoreCharacteristic, scoreAdvices, type ScorecardContent } from './content.ts'
import { binText } from './score-words.ts'

type NameOf = (dictionary: string, code: string) => string

/** One part of a characteristic in two versions; null: the version does not have it. */
export interface ComparedPart {
  readonly text: string
  readonly one: number | null
  readonly other: number | null
}

/** A characteristic in two versions. */
export interface ComparedCharacteristic {
  readonly code: CharacteristicCode
  readonly name: string
  readonly parts: readonly ComparedPart[]
  /** The versions say otherwise. */
  readonly differs: boolean
}

type Lines = readonly (readonly [text: string, points: number])[]

/** The lines of one version in their order, those that only the other has after them. */
function paired(one: Lines, other: Lines): ComparedPart[] {
  const [ofOne, ofOther] = [new Map(one), new Map(other)]
  return [...new Set([...ofOne.keys(), ...ofOther.keys()])].map((text) => ({
    text,
    one: ofOne.get(text) ?? null,
    other: ofOther.get(text) ?? null,
  }))
}

type Found = ScoreCharacteristic | undefined

/** Points of a value from the bound on: of the last part that begins no later. */
const pointsFrom = (found: Found, bound: string | null): number | null =>
  found?.bins.findLast(({ from }) => from === null || (bound !== null && compareDecimals(from, bound) <= 0))
    ?.points ?? null

/** Versions that divide by numbers otherwise are compared between every two bounds of either. */
function byNumbers(code: CharacteristicCode, one: Found, other: Found): ComparedPart[] {
  const bounds = [one, other].flatMap((found) => found?.bins.flatMap(({ from }) => from ?? []) ?? [])
  const starts = [null, ...[...new Set(bounds)].toSorted(compareDecimals)]
  const bins = starts.map((from) => ({ from, codes: [], points: 0 }))
  return starts.map((bound, index) => ({
    text: binText({ code, bins, missing: 0, other: 0 }, index, (_, named) => named),
    one: pointsFrom(one, bound),
    other: pointsFrom(other, bound),
  }))
}

const byCodes = (one: Found, other: Found, nameOf: NameOf): ComparedPart[] => {
  const lines = (found: Found): Lines =>
    found === undefined
      ? []
      : [
          ...found.bins.map(({ points }, index) => [binText(found, index, nameOf), points] as const),
          ['все остальные', found.other],
        ]
  return paired(lines(one), lines(other))
}

const partsOf = (code: CharacteristicCode, one: Found, other: Found, nameOf: NameOf): ComparedPart[] => [
  ...(characteristicOf(code).measure.kind === 'CODE'
    ? byCodes(one, other, nameOf)
    : byNumbers(code, one, other)),
  { text: 'не известно', one: one?.missing ?? null, other: other?.missing ?? null },
]

const differ = (parts: readonly ComparedPart[]) => parts.some(({ one, other }) => one !== other)

/** Two versions of the scorecard, characteristic by characteristic, in the order of the first one. */
export function comparedCharacteristics(
  one: ScorecardContent,
  other: ScorecardContent,
  nameOf: NameOf,
): ComparedCharacteristic[] {
  const codes = [...one.characteristics, ...other.characteristics].map(({ code }) => code)
  const of = (content: ScorecardContent, code: CharacteristicCode) =>
    content.characteristics.find((each) => each.code === code)
  return [...new Set(codes)].map((code) => {
    const parts = partsOf(code, of(one, code), of(other, code), nameOf)
    return { code, name: characteristicOf(code).name, parts, differs: differ(parts) }
  })
}

/** What two versions say beside their characteristics: the scale, the base and the bounds of the advice. */
export function comparedScale(one: ScorecardContent, other: ScorecardContent): ComparedPart[] {
  const lines = ({ base, pdo, targetScore, targetOdds, bands }: ScorecardContent): Lines => [
    ['Основа', base],
    ['Баллов на удвоение шансов', pdo],
    [`Балл, при котором шансы ${targetOdds} к 1`, targetScore],
    ...bands.flatMap(({ from, advice }) =>
      from === null ? [] : [[`${scoreAdvices[advice]}: от`, from] as const],
    ),
  ]
  return paired(lines(one), lines(other))
}

/** Dictionaries by whose codes either version divides. */
export const dictionariesOf = (contents: readonly ScorecardContent[]): string[] => [
  ...new Set(
    contents
      .flatMap(({ characteristics }) => characteristics)
      .flatMap(({ code }) => {
        const { measure } = characteristicOf(code)
        return measure.kind === 'CODE' ? [measure.dictionary] : []
      }),
  ),
]
