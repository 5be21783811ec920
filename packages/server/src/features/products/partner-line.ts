/** A partner and those above it, and what they deal in: what is offered to any of them is offered by it too. */
export interface PartnerLine {
  readonly ids: readonly number[]
  /** Codes of `partner/businessProfile`. */
  readonly profiles: readonly string[]
}

/** Nobody's: the bank asks for itself. */
export const ofBank: PartnerLine = { ids: [], profiles: [] }
