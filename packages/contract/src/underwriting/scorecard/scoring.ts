import { compareDecimals } from '../../common/number-formats.ts'
import { type CharacteristicCode, characteristicOf, type ScorecardFacts } from './characteristics.ts'
import type { ScoreAdvice, ScoreBin, ScoreCharacteristic, ScorecardContent } from './content.ts'

/** Points of one characteristic, and why. */
export interface ScorePart {
  readonly code: CharacteristicCode
  readonly value: string | null
  /** Which bin the value falls into; null: it is not known, or no bin names its code. */
  readonly bin: number | null
  readonly points: number
  /** The most that the characteristic may give. */
  readonly most: number
  /** The bin with more points that stands nearest; null: there is none. */
  readonly better: number | null
}

/** The score of an application by a version of the scorecard. */
export interface Score {
  readonly total: number
  readonly parts: readonly ScorePart[]
  readonly advice: ScoreAdvice
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

function binOf({ code, bins }: ScoreCharacteristic, value: string): number | null {
  if (characteristicOf(code).measure.kind === 'CODE') {
    const found = bins.findIndex(({ codes }) => codes.includes(value))
    return found === -1 ? null : found
  }
  if (!isNumber(value)) return null
  return bins.findLastIndex(({ from }) => from === null || compareDecimals(value, from) >= 0)
}

/** Of bins by numbers the nearest one in either direction counts; of those by codes the one that gives least more. */
function betterBin({ code, bins }: ScoreCharacteristic, bin: number | null, points: number): number | null {
  const distance = (index: number) =>
    characteristicOf(code).measure.kind === 'NUMBER' && bin !== null
      ? Math.abs(index - bin)
      : (bins[index]?.points ?? 0) - points
  const better = bins.flatMap((one, index) => (one.points > points ? [index] : []))
  return better.toSorted((a, b) => distance(a) - distance(b) || a - b)[0] ?? null
}

const pointsOf = ({ bins, missing, other }: ScoreCharacteristic, value: string | null, bin: number | null) =>
  value === null ? missing : (bins[bin ?? -1]?.points ?? other)

const mostOf = ({ code, bins, missing, other }: ScoreCharacteristic): number =>
  Math.max(
    missing,
    ...bins.map(({ points }: ScoreBin) => points),
    ...(characteristicOf(code).measure.kind === 'CODE' ? [other] : []),
  )

function partOf(characteristic: ScoreCharacteristic, facts: ScorecardFacts): ScorePart {
  const { code } = characteristic
  const given = facts[code]
  const isOfKind = given !== null && (characteristicOf(code).measure.kind === 'CODE' || isNumber(given))
  const value = isOfKind ? given : null
  const bin = value === null ? null : binOf(characteristic, value)
  const points = pointsOf(characteristic, value, bin)
  return {
    code,
    value,
    bin,
    points,
    most: mostOf(characteristic),
    better: betterBin(characteristic, bin, points),
  }
}

/** What the bands of a scorecard advise at a score. */
export const adviceOf = ({ bands }: Pick<ScorecardContent, 'bands'>, score: number): ScoreAdvice =>
  bands.find(({ from }) => from === null || score >= from)?.advice ?? 'REVIEW'

/** The score by whole points: the same facts and the same version give the same answer for ever. */
export function scoreOf(content: ScorecardContent, facts: ScorecardFacts): Score {
  const parts = content.characteristics.map((one) => partOf(one, facts))
  const total = parts.reduce((sum, { points }) => sum + points, content.base)
  return { total, parts, advice: adviceOf(content, total) }
}

type Scale = Pick<ScorecardContent, 'pdo' | 'targetScore' | 'targetOdds'>
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))

/** `score = offset + factor · ln(odds)`: what the two are for a scale, to four decimals. */
export function scaleOf({ pdo, targetScore, targetOdds }: Scale): { factor: number; offset: number } {
  const factor = pdo / Math.LN2
  return { factor: rounded(factor, 4), offset: rounded(targetScore - factor * Math.log(targetOdds), 4) }
}

/** The score at which the odds are so many good to one bad. */
export const scoreOfOdds = (scale: Scale, odds: number): number =>
  rounded(scale.targetScore + (scale.pdo / Math.LN2) * Math.log(odds / scale.targetOdds), 4)

/** How many good ones come to one bad at a score. */
export const oddsOf = ({ pdo, targetScore, targetOdds }: Scale, score: number): number =>
  rounded(targetOdds * 2 ** ((score - targetScore) / pdo), 2)
