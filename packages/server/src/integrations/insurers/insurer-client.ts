/** What an insurer is asked to insure. */
export interface InsurerQuestion {
  readonly requestId: string
  readonly insurerInn: string
  readonly type: string
  /** Sum insured and what a year costs by the tariff; null: no tariff tells. */
  readonly sum: string
  readonly premium: string | null
  readonly risk: {
    readonly age: number | null
    readonly sex: string | null
    readonly occupation: string | null
    readonly product: string | null
    readonly object: string | null
    readonly builtIn: number | null
    readonly material: string | null
  }
}

/** What the insurer says after its own look at the risk, medical underwriting among it. */
export interface InsurerAnswer {
  readonly decision: 'ACCEPT' | 'REFUSE'
  /** Its own premium; null: as by the tariff. */
  readonly premium: string | null
  readonly text: string
}

/** The insurer did not answer; the question is asked again later. */
export class InsurerUnavailable extends Error {
  readonly isFinal: boolean

  constructor(message: string, options: { readonly isFinal?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.isFinal = options.isFinal ?? false
  }
}

/** Asks an insurer whether it takes a risk, and for how much. Insurers' own protocols differ: the bank's gateway speaks them. */
export interface InsurerClient {
  readonly kind: 'SERVICE' | 'STAND_IN' | 'NONE'
  ask(question: InsurerQuestion, signal: AbortSignal): Promise<InsurerAnswer>
}
