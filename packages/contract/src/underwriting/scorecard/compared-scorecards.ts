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

function linesOf(found: ScoreCharacteristic | undefined, nameOf: NameOf): Lines {
  if (found === undefined) return []
  const isByCodes = characteristicOf(found.code).measure.kind === 'CODE'
  return [
    ...found.bins.map(({ points }, index) => [binText(found, index, nameOf), points] as const),
    ...(isByCodes ? [['все остальные', found.other] as const] : []),
    ['не известно', found.missing],
  ]
}

/** The lines of one version in their order, those that only the other has after them. */
function paired(one: Lines, other: Lines): ComparedPart[] {
  const [ofOne, ofOther] = [new Map(one), new Map(other)]
  return [...new Set([...ofOne.keys(), ...ofOther.keys()])].map((text) => ({
    text,
    one: ofOne.get(text) ?? null,
    other: ofOther.get(text) ?? null,
  }))
}

const differ = (parts: readonly ComparedPart[]) => parts.some(({ one, other }) => one !== other)

/** Two versions of the scorecard, characteristic by characteristic, in the order of the first one. */
export function comparedCharacteristics(
  one: ScorecardContent,
  other: ScorecardContent,
  nameOf: NameOf,
): ComparedCharacteristic[] {
  const codes = [...one.characteristics, ...other.characteristics].map(({ code }) => code)
  const of = (content: ScorecardContent, code: CharacteristicCode) =>
    linesOf(
      content.characteristics.find((each) => each.code === code),
      nameOf,
    )
  return [...new Set(codes)].map((code) => {
    const parts = paired(of(one, code), of(other, code))
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
