import type {
  ChangeRequestCalls,
  DecidingObject,
} from '@ipoteka-office/contract/change-requests/change-requests.ts'
import { firmLoadRequests, loadRequests } from '@ipoteka-office/contract/blacklists/list-loads.ts'
import {
  individualEntryRequests,
  legalPersonEntryRequests,
} from '@ipoteka-office/contract/blacklists/blacklist-requests.ts'
import { authorityRequests } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { parameterRequests } from '@ipoteka-office/contract/parameters/parameters.ts'
import {
  individualLoanRateRequests,
  individualRateRequests,
} from '@ipoteka-office/contract/products/pricing/individual-rate.ts'
import { rateRequests } from '@ipoteka-office/contract/rate-limits/limits.ts'
import { roleRequests } from '@ipoteka-office/contract/roles/role-requests.ts'
import { type Route, route } from '#http/route.ts'
import {
  approveRequest,
  type ChangeKinds,
  listRequests,
  readRequest,
  rejectRequest,
  withdrawRequest,
} from './change-requests.service.ts'

const routesOf = (api: ChangeRequestCalls, decides: DecidingObject, kinds: ChangeKinds): Route[] => [
  route(api.list, ({ query }, context) => listRequests(context, { kinds, decides }, query)),
  route(api.get, ({ params }, context) => readRequest(context, { kinds, decides }, params.id)),
  route(api.approve, ({ params, body }, context) =>
    approveRequest({ ...context, kinds, decides }, params.id, body),
  ),
  route(api.reject, ({ params, body }, context) =>
    rejectRequest({ ...context, kinds, decides }, params.id, body),
  ),
  route(api.withdraw, ({ params, body }, context) =>
    withdrawRequest({ ...context, kinds, decides }, params.id, body.version),
  ),
]

/** Changes that wait for a second person, of every kind, by whose right decides on them. */
export const changeRequestsRoutes = (kinds: ChangeKinds): Route[] => [
  ...routesOf(roleRequests, 'UserRole', kinds),
  ...routesOf(parameterRequests, 'Parameter', kinds),
  ...routesOf(individualEntryRequests, 'IndividualBlacklist', kinds),
  ...routesOf(loadRequests, 'IndividualBlacklist', kinds),
  ...routesOf(firmLoadRequests, 'LegalPersonBlacklist', kinds),
  ...routesOf(legalPersonEntryRequests, 'LegalPersonBlacklist', kinds),
  ...routesOf(authorityRequests, 'Underwriting', kinds),
  ...routesOf(rateRequests, 'Rule', kinds),
  ...routesOf(individualRateRequests, 'CreditProduct', kinds),
  ...routesOf(individualLoanRateRequests, 'LoanProduct', kinds),
]
