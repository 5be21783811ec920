import {
  characteristicCodes,
  characteristicOf,
} from '@ipoteka-office/contract/underwriting/scorecard/characteristics.ts'
import {
  comparedCharacteristics,
  comparedScale,
  type ComparedPart,
} from '@ipoteka-office/contract/underwriting/scorecard/compared-scorecards.ts'
import {
  scoreAdvices,
  ScorecardContent,
  scorecardIssues,
} from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import type { Scorecard } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { z } from 'zod'
import type { Difference } from '#widgets/record/difference.ts'

const Count = z.number().nullable()
const Bin = z.object({ from: z.string().nullable(), codes: z.array(z.string()), points: Count })
export type BinValue = z.output<typeof Bin>

/** What the form of a version edits; a number that is not typed yet is null. A draft of an older shape does not pass. */
export const ScorecardValues = z.object({
  title: z.string(),
  pdo: Count,
  targetScore: Count,
  targetOdds: Count,
  base: Count,
  characteristics: z.array(
    z.object({ code: z.enum(characteristicCodes), bins: z.array(Bin), missing: Count, other: Count }),
  ),
  bands: z.array(z.object({ from: Count, advice: z.enum(Object.keys(scoreAdvices) as Advice[]) })),
})
export type ScorecardValues = z.output<typeof ScorecardValues>
type Advice = keyof typeof scoreAdvices

export const newBin: BinValue = { from: null, codes: [], points: null }

/** A characteristic that was just taken in: by numbers it begins with a part without a bound. */
export const newCharacteristic = (
  code: ScorecardValues['characteristics'][number]['code'],
): ScorecardValues['characteristics'][number] => ({ code, bins: [newBin], missing: null, other: null })

export const toScorecardValues = ({
  title,
  content,
}: Pick<Scorecard, 'title' | 'content'>): ScorecardValues => ({
  title,
  ...content,
})

type Issue = { path: string[]; message: string }

/** Numbers that are not typed: the server could not read the card at all. */
function gaps(value: unknown, path: readonly string[] = []): Issue[] {
  if (value === null && !isOpenBound(path)) return [{ path: [...path], message: 'Укажите число' }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => gaps(part, [...path, key]))
}

/** A bound may be missing: whether it has to be there is asked of the whole card. */
const isOpenBound = (path: readonly string[]) => path.at(-1) === 'from'

/** The card as the server takes it; null while a number lacks or is out of its bounds. */
export function toScorecardContent({ title: _, ...values }: ScorecardValues): ScorecardContent | null {
  const read = ScorecardContent.safeParse(withoutIdle(values))
  return read.success ? read.data : null
}

/** «Остальные» says something of codes alone; of numbers it stays what it was, which is nothing. */
const withoutIdle = ({ characteristics, ...values }: Omit<ScorecardValues, 'title'>) => ({
  ...values,
  characteristics: characteristics.map((one) =>
    characteristicOf(one.code).measure.kind === 'NUMBER' ? { ...one, other: one.other ?? 0 } : one,
  ),
})

/** What stands in the way of a save, by the rules that the server holds too. */
export function scorecardMistakes({ title, ...values }: ScorecardValues): Issue[] {
  const named = title.trim() === '' ? [{ path: ['title'], message: 'Поле должно быть заполнено' }] : []
  const missing = gaps(withoutIdle(values))
  if (missing.length > 0) return [...named, ...missing]
  const read = ScorecardContent.safeParse(withoutIdle(values))
  if (!read.success)
    return [...named, ...read.error.issues.map(({ path, message }) => ({ path: path.map(String), message }))]
  return [
    ...named,
    ...scorecardIssues(read.data).map(({ path, message }) => ({ path: path.split('.'), message })),
  ]
}

const partWords = (parts: readonly ComparedPart[], side: 'one' | 'other'): string =>
  parts
    .filter(({ one, other }) => one !== other)
    .map((part) => `${part.text}: ${part[side] ?? 'нет'}`)
    .join('; ')

/** Where mine and the server's differ: the name, the scale with the advice, and the characteristics together. */
export function scorecardDifferences(
  mine: ScorecardValues,
  server: Scorecard,
  nameOf: (dictionary: string, code: string) => string,
): Difference[] {
  const found: Difference[] = []
  if (mine.title !== server.title)
    found.push({ key: 'title', label: 'Название', mine: mine.title, server: server.title })
  const own = toScorecardContent(mine)
  // Only what passes the check is sent, so a late save always has a whole card.
  if (own === null) return found
  const scale = comparedScale(own, server.content)
  const ofScale = (side: 'one' | 'other') => partWords(scale, side)
  for (const key of ['pdo', 'targetScore', 'targetOdds', 'base'] as const)
    if (own[key] !== server.content[key])
      found.push({
        key,
        label: scorecardLabels[key],
        mine: String(own[key]),
        server: String(server.content[key]),
      })
  if (JSON.stringify(own.bands) !== JSON.stringify(server.content.bands))
    found.push({ key: 'bands', label: 'Границы совета', mine: ofScale('one'), server: ofScale('other') })
  const compared = comparedCharacteristics(own, server.content, nameOf).filter(({ differs }) => differs)
  const words = (side: 'one' | 'other') =>
    compared.map(({ name, parts }) => `${name} — ${partWords(parts, side)}`).join('. ')
  if (JSON.stringify(own.characteristics) !== JSON.stringify(server.content.characteristics))
    found.push({
      key: 'characteristics',
      label: 'Характеристики',
      mine: words('one') || 'другой порядок',
      server: words('other') || 'другой порядок',
    })
  return found
}

/** Fields in words, for the form, the summary of mistakes and the comparison. */
export const scorecardLabels = {
  title: 'Название',
  base: 'Основа',
  pdo: 'Баллов на удвоение шансов',
  targetScore: 'Опорный балл',
  targetOdds: 'Шансы при опорном балле, к 1',
  characteristics: 'Характеристики',
  bands: 'Границы совета',
} as const
