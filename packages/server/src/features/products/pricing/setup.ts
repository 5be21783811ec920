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

/** A condition asked: its answer, and what is said of it where anybody reads it. */
export class Answered {
  readonly truth: Truth
  readonly #ready: ReadyCondition
  readonly #known: Known
  readonly #setup: PricingSetup

  constructor(ready: ReadyCondition, known: Known, setup: PricingSetup) {
    this.truth = evaluate(ready.compiled, known.ready)
    this.#ready = ready
    this.#known = known
    this.#setup = setup
  }

  /** What would decide where it is not known. */
  missing(): readonly Missing[] {
    return this.truth === null ? openFacts(this.#ready.compiled, this.#known.ready).map(missingFact) : []
  }

  /** The condition in words. */
  text(): string {
    return conditionText(this.#ready.condition, this.#setup.nameOf)
  }

  /** Why it does not hold; null where it does, or is not known. */
  why(): string | null {
    return this.truth === false ? explain(this.#ready.compiled, this.#known.ready, this.#setup.nameOf) : null
  }
}
