import type {
  AddressSuggestion,
  BankSuggestion,
  PartySuggestion,
} from '@ipoteka-office/contract/suggestions.ts'

/** A legal person or entrepreneur as the service knows it; whether it is our partner is not its business. */
export type Party = Omit<PartySuggestion, 'ownPartnerId'>

/** What a person has typed so far and how many answers are wanted (at most 20). */
export interface SuggestionRequest {
  readonly query: string
  readonly count: number
}

/** Suggestions of an outside service, or of its stand-in. Throws `SuggestionsUnavailable` when there is no answer in time. */
export interface SuggestionClient {
  readonly source: 'DADATA' | 'STAND_IN'
  party(request: SuggestionRequest): Promise<Party[]>
  /** The stand-in answers from the bank's own directory. */
  bank(request: SuggestionRequest, directory: () => Promise<BankSuggestion[]>): Promise<BankSuggestion[]>
  address(request: SuggestionRequest): Promise<AddressSuggestion[]>
}

/** The service did not answer, refused, or is being left alone after too many failures. */
export class SuggestionsUnavailable extends Error {
  constructor(cause: unknown) {
    super('The suggestion service is not available', { cause })
  }
}
