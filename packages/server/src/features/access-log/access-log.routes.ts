import * as api from '@ipoteka-office/contract/access-log.ts'
import { type Route, route } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { searchJournal, unmaskCase } from './journal.service.ts'

/** The journal of access to personal data, and the showing that it writes down. */
export const accessLogRoutes = ({ clock }: { clock: BankClock }): Route[] => [
  route(api.searchAccessLog, ({ query, body }, { db, actor }) =>
    searchJournal(db, actor, clock, body, query),
  ),
  route(api.unmaskCase, ({ params }, context) => unmaskCase(context, params.id)),
]
