import * as api from '@ipoteka-office/contract/suggestions.ts'
import { type Route, route } from '#http/route.ts'
import type { SuggestionClient } from '#integrations/dadata/suggestion-client.ts'
import { suggestAddresses, suggestBanks, suggestParties } from './suggestions.service.ts'

/** Suggestions while a person types. */
export const suggestionsRoutes = ({ client }: { client: SuggestionClient }): Route[] => [
  route(api.suggestParty, ({ query }, context) => suggestParties(context, client, query)),
  route(api.suggestBank, ({ query }, context) => suggestBanks(context, client, query)),
  route(api.suggestAddress, ({ query }, context) => suggestAddresses(context, client, query)),
]
