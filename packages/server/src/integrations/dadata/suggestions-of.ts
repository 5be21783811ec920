import type { Config } from '#config.ts'
import { dadataClient } from './dadata-client.ts'
import { standInClient } from './stand-in.ts'
import type { SuggestionClient } from './suggestion-client.ts'

/** The service when its key is configured, else the stand-in; in production the stand-in invents nobody. */
export function suggestionsOf({
  dadata,
  production,
}: Pick<Config, 'dadata' | 'production'>): SuggestionClient {
  if (dadata !== null) return dadataClient(dadata)
  return production ? standInClient({ invents: false, delay: [0, 0], failures: 0 }) : standInClient()
}
