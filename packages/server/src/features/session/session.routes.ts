import * as api from '@ipoteka-office/contract/session/session.ts'
import * as sessions from '@ipoteka-office/contract/session/user-sessions.ts'
import { type Route, route } from '#http/route.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { operationsOf, userData } from './session.service.ts'
import { endOf, endOwn, listOf, listOwn } from './user-sessions.service.ts'

interface SessionParts {
  readonly clock: BankClock
  /** Null: accounts are not kept from here. */
  readonly identity: IdentityAdmin | null
}

/** Who signed in, what they may do, and where they are signed in. */
export const sessionRoutes = ({ clock, identity }: SessionParts): Route[] => [
  route(api.getUserByLogin, ({ query }, { db, actor }) => userData(db, actor, query.login, clock)),
  route(api.getOperations, ({ query }, { db, actor }) => operationsOf(db, actor, query.login)),
  route(sessions.listOwnSessions, (_, context) => listOwn(context)),
  route(sessions.endOwnSessions, ({ body }, context) => endOwn(context, body.which, identity)),
  route(sessions.listEmployeeSessions, ({ params }, context) => listOf(context, params.employeeId)),
  route(sessions.endEmployeeSessions, ({ params, body }, context) =>
    endOf(context, params.employeeId, body.id, identity),
  ),
]
