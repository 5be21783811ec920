import { z } from 'zod'
import type { FieldError } from '../../common/errors.ts'
import { DayRange } from '../../common/items.ts'
import { compareDecimals } from '../../common/number-formats.ts'
import { Code, Id, messages } from '../../common/scalars.ts'
import { Condition } from '../../document-rules/document-conditions.ts'
import { fieldsIssues } from '../eligibility/asked-fields.ts'
import { eligibilityIssues } from '../eligibility/askers.ts'
import { matrixIssues } from './rate-matrix.ts'
import {
  Asked,
  Audience,
  CardTerms,
  CreditDocument,
  Names,
  ProductCondition,
  ProductFee,
  ProductInsurance,
  ProductSchedule,
  PromotionCap,
  Rate,
  RateChange,
  RegionLimits,
  TermsEffect,
} from './version-parts.ts'

/** Days that applications received before a release keep the terms they were received on. */
const OldTermsDays = z.int().min(0).max(365).default(90)

/** Terms of a product. */
export const ProductContent = z.object({
  kind: z.literal('PRODUCT'),
  names: Names,
  audience: Audience,
  limits: z.array(RegionLimits).min(1, 'Добавьте хотя бы одни пределы').max(50),
  rate: Rate,
  changes: z.array(RateChange).max(50).default([]),
  schedule: ProductSchedule,
  fees: z.array(ProductFee).max(20).default([]),
  insurance: z.array(ProductInsurance).max(10).default([]),
  eligibility: z.array(Asked).max(50).default([]),
  conditions: z.array(ProductCondition).max(50).default([]),
  /** Fields of the questionnaire that are asked for besides: `SECTION.field`. */
  fields: z.array(Code).max(100).default([]),
  documents: z.array(CreditDocument).max(100).default([]),
  card: CardTerms.nullable().default(null),
  oldTermsDays: OldTermsDays,
})
export type ProductContent = z.output<typeof ProductContent>

/** What an option and a promotion have in common. */
const addition = {
  names: Names,
  audience: Audience,
  /** Products that it may be taken with; empty: any of its lending. */
  productIds: z.array(Id).max(500).default([]),
  effect: TermsEffect,
  condition: Condition.nullable().default(null),
  requires: z.array(Id).max(50).default([]),
  excludes: z.array(Id).max(50).default([]),
  oldTermsDays: OldTermsDays,
}

export const OptionContent = z.object({ kind: z.literal('OPTION'), ...addition })
export type OptionContent = z.output<typeof OptionContent>

/** How a promotion meets rebates and other promotions. */
export const stackings = { STACKABLE: 'Суммируется', BEST_OF: 'Действует лучшая' } as const

export const PromotionContent = z.object({
  kind: z.literal('PROMOTION'),
  ...addition,
  /** First and last day of the applications it is given to. */
  period: DayRange,
  cap: PromotionCap.nullable().default(null),
  stacking: z.enum(['STACKABLE', 'BEST_OF'], messages.unknownCode).default('BEST_OF'),
})
export type PromotionContent = z.output<typeof PromotionContent>

/** What a version says. */
export const VersionContent = z.discriminatedUnion('kind', [ProductContent, OptionContent, PromotionContent])
export type VersionContent = z.output<typeof VersionContent>

const at = (path: string, message: string): FieldError => ({ path, message })

function limitsIssues({ limits }: ProductContent): FieldError[] {
  const seen = new Set<string>()
  return limits.flatMap((one, index): FieldError[] => {
    const path = `limits.${index}`
    const taken = one.regions.filter((code) => seen.has(code))
    for (const code of one.regions) seen.add(code)
    const isLast = index === limits.length - 1
    return [
      ...(taken.length > 0
        ? [at(`${path}.regions`, `Регионы стоят и в других пределах: ${taken.join(', ')}`)]
        : []),
      ...(one.regions.length === 0 && !isLast
        ? [at(`${path}.regions`, 'Пределы без регионов — для всех остальных — бывают только последними')]
        : []),
      ...(compareDecimals(one.minAmount, one.maxAmount) > 0
        ? [at(`${path}.maxAmount`, 'Наибольшая сумма меньше наименьшей')]
        : []),
      ...(one.minMonths > one.maxMonths
        ? [at(`${path}.maxMonths`, 'Наибольший срок меньше наименьшего')]
        : []),
      ...(one.minAge > one.maxAgeAtEnd
        ? [at(`${path}.maxAgeAtEnd`, 'Возраст на конец срока меньше возраста при выдаче')]
        : []),
    ]
  })
}

function changesIssues({ changes }: ProductContent): FieldError[] {
  const keys = changes.map(({ key }) => key)
  return changes.flatMap(({ key, excludes }, index): FieldError[] => {
    const unknown = excludes.filter((one) => !keys.includes(one))
    return [
      ...(keys.indexOf(key) < index ? [at(`changes.${index}.key`, 'Такой ключ уже есть')] : []),
      ...(unknown.length > 0
        ? [at(`changes.${index}.excludes`, `Нет таких скидок и надбавок: ${unknown.join(', ')}`)]
        : []),
      ...(excludes.includes(key) ? [at(`changes.${index}.excludes`, 'Скидка исключает саму себя')] : []),
    ]
  })
}

function feesIssues(
  fees: readonly { amount: string | null; share: string | null }[],
  path: string,
): FieldError[] {
  return fees.flatMap(({ amount, share }, index) =>
    (amount === null) === (share === null)
      ? [at(`${path}.${index}.amount`, 'Укажите что-то одно: сумму или долю кредита')]
      : [],
  )
}

function additionIssues(content: OptionContent | PromotionContent): FieldError[] {
  const both = content.requires.filter((id) => content.excludes.includes(id))
  const isEmpty =
    /^-?0+(\.0+)?$/.test(content.effect.points) &&
    content.effect.rate === null &&
    content.effect.maxAmount === null &&
    content.effect.maxMonths === null &&
    content.effect.minDownPayment === null &&
    content.effect.fees.length === 0
  return [
    ...(both.length > 0 ? [at('excludes', 'То, что нужно, исключать нельзя')] : []),
    ...(isEmpty ? [at('effect.points', 'Укажите, что меняется в условиях')] : []),
    ...feesIssues(content.effect.fees, 'effect.fees'),
    ...(content.kind === 'PROMOTION' && content.period.to < content.period.from
      ? [at('period.to', 'Последний день раньше первого')]
      : []),
  ]
}

/** What is wrong with a version beside the shape of its values; a draft may be kept with it and is not sent on. */
export function contentIssues(content: VersionContent): FieldError[] {
  if (content.kind !== 'PRODUCT') return additionIssues(content)
  return [
    ...limitsIssues(content),
    ...matrixIssues(content.rate.matrix),
    ...changesIssues(content),
    ...eligibilityIssues(content.eligibility),
    ...fieldsIssues(content.fields),
    ...feesIssues(content.fees, 'fees'),
  ]
}
