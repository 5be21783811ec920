import * as api from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { type Route, route } from '#http/route.ts'
import type { SuggestionClient } from '#integrations/dadata/suggestion-client.ts'
import { suggestEmails, suggestNames, suggestUnits } from './person-suggestions.service.ts'
import { suggestAddresses, suggestBanks, suggestParties } from './suggestions.service.ts'

/** A person types on while own answers wait for the outside service. */
const usualPatienceMs = 700

/** Suggestions while a person types. */
export function suggestionsRoutes({
  client,
  patienceMs = usualPatienceMs,
}: {
  client: SuggestionClient
  patienceMs?: number
}): Route[] {
  const outside = { client, patienceMs }
  return [
    route(api.suggestName, ({ query }, context) => suggestNames(context, outside, query)),
    route(api.suggestPassportUnit, ({ query }, context) => suggestUnits(context, outside, query)),
    route(api.suggestEmail, ({ query }, context) => suggestEmails(context, outside, query)),
    route(api.suggestParty, ({ query }, context) => suggestParties(context, outside, query)),
    route(api.suggestBank, ({ query }, context) => suggestBanks(context, outside, query)),
    route(api.suggestAddress, ({ query }, context) => suggestAddresses(context, outside, query)),
  ]
}
