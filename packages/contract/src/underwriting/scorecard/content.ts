import { z } from 'zod'
import type { FieldError } from '../../common/errors.ts'
import { compareDecimals } from '../../common/number-formats.ts'
import { Code, keyOf } from '../../common/scalars.ts'
import { type CharacteristicCode, characteristicOf, characteristics } from './characteristics.ts'

/** What the bank is advised by the score. */
export const scoreAdvices = {
  APPROVE: 'Одобрить без участия человека до первого уровня',
  REVIEW: 'Решает андеррайтер',
  REJECT: 'Отказать',
} as const
export type ScoreAdvice = keyof typeof scoreAdvices

const most = 1_000
const Points = z.int().min(-most, `Не меньше −${most}`).max(most, `Не больше ${most}`)
const Bound = z.string().regex(/^-?\d{1,7}(\.\d{1,2})?$/, 'Число, до двух знаков после запятой')

/**
 * Points of a part of the values. By numbers: from this bound, which belongs to it, up to the next one; the first one has no
 * bound. By codes: of any of these.
 */
export const ScoreBin = z.object({
  from: Bound.nullable().default(null),
  codes: z.array(Code).max(100).default([]),
  points: Points,
})
export type ScoreBin = z.output<typeof ScoreBin>

export const ScoreCharacteristic = z.object({
  code: keyOf(characteristics),
  bins: z.array(ScoreBin).min(1, 'Добавьте хотя бы одну часть').max(30),
  /** Of what is not known. */
  missing: Points,
  /** By codes: of all that the bins do not name. */
  other: Points.default(0),
})
export type ScoreCharacteristic = z.output<typeof ScoreCharacteristic>

/** What a version of the scorecard says: everything that its score follows from. */
export const ScorecardContent = z.object({
  /** So many points double the odds. */
  pdo: z.int().min(1).max(500),
  /** The score at which the odds are `targetOdds` good to one bad. */
  targetScore: z.int().min(1).max(10_000),
  targetOdds: z.int().min(1).max(10_000),
  /** Points that everybody has. */
  base: Points,
  characteristics: z.array(ScoreCharacteristic).min(1, 'Добавьте хотя бы одну характеристику').max(13),
  /** From the best to the worst; the last one has no bound. */
  bands: z
    .array(z.object({ from: z.int().nullable(), advice: keyOf(scoreAdvices) }))
    .min(1)
    .max(10),
})
export type ScorecardContent = z.output<typeof ScorecardContent>

const at = (path: string, message: string): FieldError => ({ path, message })

function numberIssues({ bins }: ScoreCharacteristic, path: string): FieldError[] {
  return bins.flatMap(({ from, codes }, index): FieldError[] => {
    const before = bins[index - 1]?.from ?? null
    const here = `${path}.bins.${index}.from`
    if (codes.length > 0) return [at(here, 'Эта характеристика делится по числам, а не по кодам')]
    if (index === 0) return from === null ? [] : [at(here, 'Первая часть начинается без границы')]
    if (from === null) return [at(here, 'Укажите, с какого значения начинается часть')]
    return before !== null && compareDecimals(from, before) <= 0
      ? [at(here, 'Границы идут по возрастанию')]
      : []
  })
}

function codeIssues({ bins }: ScoreCharacteristic, path: string): FieldError[] {
  const seen = new Set<string>()
  return bins.flatMap(({ from, codes }, index): FieldError[] => {
    const here = `${path}.bins.${index}.codes`
    const repeated = codes.filter((one) => seen.has(one))
    for (const one of codes) seen.add(one)
    if (from !== null || codes.length === 0) return [at(here, 'Выберите значения справочника')]
    return repeated.length > 0 ? [at(here, 'Значение уже стоит в другой части')] : []
  })
}

function bandIssues({ bands }: ScorecardContent): FieldError[] {
  return bands.flatMap(({ from }, index) => {
    const here = `bands.${index}.from`
    const isLast = index === bands.length - 1
    if (isLast) return from === null ? [] : [at(here, 'Последняя полоса — без границы: все, кто ниже')]
    if (from === null) return [at(here, 'Укажите, с какого балла начинается полоса')]
    const above = bands[index - 1]?.from ?? null
    return above !== null && from >= above ? [at(here, 'Границы идут по убыванию')] : []
  })
}

/** What is wrong with a scorecard beside the shape of its values. */
export function scorecardIssues(content: ScorecardContent): FieldError[] {
  const seen = new Set<CharacteristicCode>()
  return [
    ...content.characteristics.flatMap((one, index): FieldError[] => {
      const path = `characteristics.${index}`
      const isRepeated = seen.has(one.code)
      seen.add(one.code)
      return [
        ...(isRepeated ? [at(`${path}.code`, 'Характеристика уже есть в карте')] : []),
        ...(characteristicOf(one.code).measure.kind === 'NUMBER'
          ? numberIssues(one, path)
          : codeIssues(one, path)),
      ]
    }),
    ...bandIssues(content),
  ]
}
