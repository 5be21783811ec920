import * as api from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { type Route, route } from '#http/route.ts'
import {
  applyLoad,
  getLoad,
  issueAccess,
  listLoads,
  listRows,
  type LoadParts,
  startLoad,
} from './loads.service.ts'

/** Files of partners and of employees. */
export const organisationLoadsRoutes = (parts: LoadParts): Route[] => [
  route(api.startPartnersLoad, ({ file }, context) => startLoad(context, parts, 'PARTNERS', file)),
  route(api.startEmployeesLoad, ({ file }, context) => startLoad(context, parts, 'EMPLOYEES', file)),
  route(api.listOrganisationLoads, ({ query }, context) => listLoads(context, query, parts)),
  route(api.getOrganisationLoad, ({ params }, context) => getLoad(context, params.id, parts)),
  route(api.listOrganisationRows, ({ params, query }, context) => listRows(context, params.id, query)),
  route(api.applyOrganisationLoad, ({ params }, context) => applyLoad(context, params.id, parts)),
  route(api.issueLoadedAccess, ({ params, body }, context) =>
    issueAccess(context, params.id, body.how, parts),
  ),
]
