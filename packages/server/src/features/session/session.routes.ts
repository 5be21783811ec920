import * as api from '@ipoteka-office/contract/session/session.ts'
import { type Route, route } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { operationsOf, userData } from './session.service.ts'

/** Who signed in and what he may do. */
export const sessionRoutes = ({ clock }: { readonly clock: BankClock }): Route[] => [
  route(api.getUserByLogin, ({ query }, { db, actor }) => userData(db, actor, query.login, clock)),
  route(api.getOperations, ({ query }, { db, actor }) => operationsOf(db, actor, query.login)),
]
