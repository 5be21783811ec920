import * as api from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import { type Route, route } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { checkWithoutCase } from './check-without-case.service.ts'
import { listFired } from './fired.service.ts'
import { decide, listHits } from './verdicts.service.ts'

/** Hits of the blacklists, what people say of them, and the check outside any application. */
export const matchingRoutes = ({ clock }: { readonly clock: BankClock }): Route[] => [
  route(api.listCaseHits, ({ params }, context) => listHits(context, params.id)),
  route(api.decideHit, ({ params, body }, context) => decide(clock, context, params, body)),
  route(api.listEntryHits, ({ params, query }, context) => listFired(context, params, query)),
  route(api.checkBlacklist, ({ params, body }, context) =>
    checkWithoutCase(clock, context, params.kind, body),
  ),
]
