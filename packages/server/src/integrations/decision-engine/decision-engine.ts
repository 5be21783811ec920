import type { EngineAnswer } from '@ipoteka-office/contract/underwriting/engine-runs.ts'

/** The product that a loan is priced by, as its version stands. */
export interface DecisionProduct {
  readonly code: string
  readonly name: string
  /** Number of the version. */
  readonly version: number
  /** Percent: of the price that was given, else the highest that the product may come to by what is known; null: it does not fit. */
  readonly rate: string | null
  /** Of the region of the deal; shares and loads are percent, null: the product sets no bound of its own. */
  readonly limits: {
    readonly minAge: number
    readonly maxAgeAtEnd: number
    readonly minDownPayment: string | null
    readonly maxLoanToValue: string | null
    readonly maxDebtLoad: string | null
  } | null
}

/** What the decision engine is asked about: no names, only what a decision is made of. */
export interface DecisionRequest {
  /** The same for every attempt: a service that knows it decides once. */
  readonly requestId: string
  readonly programme: string | null
  /** Null: nothing is sold of the programme to this partner. */
  readonly product: DecisionProduct | null
  readonly goal: string | null
  readonly region: string | null
  readonly amount: string
  readonly months: number
  readonly rate: string | null
  /** ПДН as the bank computes it, percent; null while the rate or an income is not known. */
  readonly debtLoad: string | null
  readonly objectPrice: string | null
  readonly downPayment: string | null
  readonly borrower: {
    readonly passport: string | null
    readonly birthDate: string | null
    readonly income: string | null
    readonly obligations: string | null
  }
  readonly coBorrowers: readonly { readonly birthDate: string | null; readonly income: string | null }[]
  /** The bank's day. */
  readonly today: string
}

/** A preliminary decision; money and percents are decimal texts. */
export interface DecisionAnswer {
  readonly approved: boolean
  /** Number of the request in the engine's own books. */
  readonly requestNumber: string
  readonly score: number | null
  readonly maxAmount: string | null
  readonly rate: string | null
  readonly debtLoad: string | null
  /** Reasons of a refusal, conditions of an approval. */
  readonly notes: readonly string[]
}

/** What the engine is asked about a whole application: no names, only what a decision is made of. */
export interface AssessmentRequest {
  readonly requestId: string
  readonly product: 'MORTGAGE' | 'CASH_LOAN'
  /** Null: nothing is sold of the programme to this partner. */
  readonly sold: DecisionProduct | null
  readonly programme: string | null
  readonly region: string | null
  readonly amount: string | null
  readonly months: number | null
  readonly rate: string | null
  /** Percent, by the bank's calculators. */
  readonly debtLoad: string | null
  readonly loanToValue: string | null
  readonly people: readonly {
    readonly role: string
    readonly passport: string | null
    readonly birthDate: string | null
    readonly income: string | null
  }[]
  /** Answers of the bank's checks. */
  readonly checks: readonly { readonly code: string; readonly state: string }[]
  readonly today: string
}

/** Asks for decisions; throws `DecisionUnavailable` when there was none, to be tried again. */
export interface DecisionEngine {
  readonly kind: 'SERVICE' | 'STAND_IN'
  /** On a short application. */
  decide(request: DecisionRequest, signal: AbortSignal): Promise<DecisionAnswer>
  /** On a whole one. */
  assess(request: AssessmentRequest, signal: AbortSignal): Promise<EngineAnswer>
}

/** No decision this time; `isFinal`: the same request would meet the same refusal. */
export class DecisionUnavailable extends Error {
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}
