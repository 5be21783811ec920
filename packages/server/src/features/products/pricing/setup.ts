import type { Asked } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import {
  conditionText,
  type NameOf,
} from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import { evaluate, explain, openFacts, type Truth } from '#features/document-rules/condition.rules.ts'
import type { PartnerLine } from '../partner-line.ts'
import type { ReadyCondition } from './catalogue.ts'
import type { Known } from './known.ts'
import { type Missing, missingFact } from './missing.ts'

/** A case as the requirements of products ask of it. */
export interface Applicant {
  readonly data: Asked['data']
  readonly objects: Asked['objects']
}

/** What the bank gives to a price beside the versions. */
export interface PricingSetup {
  readonly day: string
  /** Percent, on the day; null: nobody has entered it. */
  readonly keyRate: string | null
  /** For people of the bank: they see what a rate is made of inside. */
  readonly isInside: boolean
  readonly nameOf: NameOf
  /** Of a code of `insuranceType`. */
  readonly insuranceName: (type: string) => string
  /** The partner that asks, with those above it. */
  readonly partnerLine: PartnerLine
  /** The questionnaire of the case that is priced, where there is one: its people are asked what facts do not tell. */
  readonly applicant?: Applicant
  /** Products whose promotion has no place left. */
  readonly full: ReadonlySet<number>
}

/** A condition asked: its answer and what would decide where it is not known. */
export interface Answered {
  readonly truth: Truth
  readonly missing: readonly Missing[]
  /** The condition in words, and why it is so: put together for what is shown alone. */
  readonly words: () => { readonly text: string; readonly why: string }
}

export function askCondition(
  { condition, compiled }: ReadyCondition,
  { ready }: Known,
  { nameOf }: PricingSetup,
): Answered {
  return {
    truth: evaluate(compiled, ready),
    missing: openFacts(compiled, ready).map(missingFact),
    words: () => ({ text: conditionText(condition, nameOf), why: explain(compiled, ready, nameOf) }),
  }
}
