import type { OfferFigures, OfferTerms, PaidOff } from '@ipoteka-office/contract/underwriting/offers.ts'

/** An offer as the snapshot of its decision keeps it. */
export interface StoredOffer extends Omit<OfferTerms, 'paidOff'>, OfferFigures {
  readonly place: number
  /** `told` is what people outside the bank are told of a credit; offers of before have the name alone. */
  readonly paidOff: (PaidOff & { readonly name: string; readonly told?: string })[]
  readonly clientText: string
}

/** The offers of a snapshot; none where a decision made none. */
export const storedOffers = (kept: unknown): StoredOffer[] =>
  Array.isArray(kept) ? (kept as StoredOffer[]) : []
