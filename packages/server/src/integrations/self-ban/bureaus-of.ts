import type { Config } from '#config.ts'
import { bureausClient } from './bureaus-client.ts'
import { type SelfBanClient, SelfBanUnavailable } from './self-ban-client.ts'
import { standInBureaus } from './stand-in.ts'

/** In production nobody invents answers of bureaus: without them no loan is given. */
const nobody: SelfBanClient = {
  kind: 'SERVICE',
  ask: () => Promise.reject(new SelfBanUnavailable('Бюро кредитных историй не подключены')),
}

/** The bank's gateway to the bureaus when it is configured; else the stand-in, whose answers are marked as such. */
export function bureausOf({ selfBan, production }: Pick<Config, 'selfBan' | 'production'>): SelfBanClient {
  if (selfBan !== null) return bureausClient(selfBan)
  return production ? nobody : standInBureaus()
}
