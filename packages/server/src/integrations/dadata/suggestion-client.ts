import type { Sex } from '@ipoteka-office/contract/common/person/person-name.ts'
import type {
  NamePart,
  PlainAddress,
  PlainBank,
  PlainEmail,
  PlainName,
  PlainParty,
  PlainUnit,
} from '@ipoteka-office/contract/suggestions/suggestions.ts'

/** What a person has typed so far and how many answers are wanted (at most 20). */
export interface SuggestionRequest {
  readonly query: string
  readonly count: number
}
export interface NameRequest extends SuggestionRequest {
  readonly part?: NamePart | undefined
  readonly sex?: Sex | undefined
}

/** Suggestions of an outside service, or of its stand-in. Throws `SuggestionsUnavailable` when there is no answer in time. */
export interface SuggestionClient {
  readonly source: 'DADATA' | 'STAND_IN'
  name(request: NameRequest): Promise<PlainName[]>
  unit(request: SuggestionRequest): Promise<PlainUnit[]>
  email(request: SuggestionRequest): Promise<PlainEmail[]>
  party(request: SuggestionRequest): Promise<PlainParty[]>
  bank(request: SuggestionRequest): Promise<PlainBank[]>
  address(request: SuggestionRequest): Promise<PlainAddress[]>
}

/** The service did not answer, refused, or is being left alone after too many failures. */
export class SuggestionsUnavailable extends Error {
  constructor(cause: unknown) {
    super('The suggestion service is not available', { cause })
  }
}
