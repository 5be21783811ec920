import * as api from '@ipoteka-office/contract/access-log/access-log.ts'
import {
  unmaskCase as unmaskCaseCall,
  unmaskPhone as unmaskPhoneCall,
} from '@ipoteka-office/contract/access-log/unmask.ts'
import { type Route, route } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { journalExport } from './journal-export.service.ts'
import { searchJournal, unmaskCase, unmaskPhone } from './journal.service.ts'

/** The journal of access to personal data, and the showing that it writes down. */
export const accessLogRoutes = ({ clock }: { clock: BankClock }): Route[] => [
  route(api.searchAccessLog, ({ query, body }, { db, actor }) =>
    searchJournal(db, actor, clock, body, query),
  ),
  ...journalExport(clock).routes,
  route(unmaskCaseCall, ({ params }, context) => unmaskCase(context, params.id)),
  route(unmaskPhoneCall, ({ params }, context) => unmaskPhone(context, params.id)),
]
