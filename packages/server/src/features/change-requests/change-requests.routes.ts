import * as api from '@ipoteka-office/contract/roles/role-requests.ts'
import { type Route, route } from '#http/route.ts'
import {
  approveRequest,
  type ChangeKinds,
  getRequest,
  listRequests,
  rejectRequest,
  withdrawRequest,
} from './change-requests.service.ts'

/** Changes that wait for a second person, of every kind. */
export const changeRequestsRoutes = (kinds: ChangeKinds): Route[] => [
  route(api.listRoleRequests, ({ query }, { db, actor }) => listRequests(db, actor, query, kinds)),
  route(api.getRoleRequest, ({ params }, { db, actor }) => getRequest(db, actor, params.id, kinds)),
  route(api.approveRoleRequest, ({ params, body }, context) =>
    approveRequest({ ...context, kinds }, params.id, body),
  ),
  route(api.rejectRoleRequest, ({ params, body }, context) =>
    rejectRequest({ ...context, kinds }, params.id, body),
  ),
  route(api.withdrawRoleRequest, ({ params, body }, context) =>
    withdrawRequest({ ...context, kinds }, params.id, body.version),
  ),
]
