import type { SectionValues } from '#common/fields.ts'
import { addMonths } from '#realty-objects/realty-rules.ts'

/** Kinds of insurance that a mortgage knows (specification 2 «Insurance type»). */
export const insuranceKinds = {
  property: { name: 'Имущество', paper: 'POLICY_PROPERTY' },
  title: { name: 'Титул', paper: 'POLICY_TITLE' },
  life: { name: 'Жизнь и здоровье', paper: 'POLICY_LIFE' },
} as const
export type InsuranceKind = keyof typeof insuranceKinds

/** What is known of insurance: the questionnaire's answers and the papers of the case. */
export interface InsuranceFacts {
  readonly type: string
  readonly credit: SectionValues
  readonly seller: SectionValues
  readonly papers: readonly string[]
  /** Months of the seller's right below which the title is insured. */
  readonly titleOwnership: number
  readonly today: string
}

/** One kind of insurance: whether it is asked for, why, and whether a policy is among the papers. */
export interface InsuranceNeed {
  readonly kind: InsuranceKind
  readonly name: string
  readonly isNeeded: boolean
  readonly why: string
  readonly hasPolicy: boolean
}

const property = ({ type }: InsuranceFacts): [boolean, string] =>
  type === 'DDU_RIGHT'
    ? [false, 'дом строится: имущество страхуют после регистрации права']
    : [true, 'предмет залога страхуют всегда: 102-ФЗ, ст. 31']

function title({ type, seller, titleOwnership, today }: InsuranceFacts): [boolean, string] {
  if (type === 'DDU_RIGHT') return [false, 'право ещё не зарегистрировано']
  const since = seller['rightSince']
  if (typeof since !== 'string' || since === '') return [false, 'с какого дня владеет продавец, не указано']
  return addMonths(since, titleOwnership) > today
    ? [true, `право продавца моложе ${titleOwnership} мес.`]
    : [false, `право продавца старше ${titleOwnership} мес.`]
}

const life = ({ credit }: InsuranceFacts): [boolean, string] =>
  credit['lifeInsurance'] === true
    ? [true, 'клиент выбрал личное страхование: от него зависит ставка']
    : [false, 'клиент не выбрал личного страхования']

const needs = { property, title, life } as const

/** What insurance the deal asks for today. */
export const insuranceNeeds = (facts: InsuranceFacts): InsuranceNeed[] =>
  (Object.keys(insuranceKinds) as InsuranceKind[]).map((kind) => {
    const [isNeeded, why] = needs[kind](facts)
    const { name, paper } = insuranceKinds[kind]
    return { kind, name, isNeeded, why, hasPolicy: facts.papers.includes(paper) }
  })
