import * as api from '@ipoteka-office/contract/blacklists/list-loads.ts'
import { type Route, route } from '#http/route.ts'
import { getLoad, type LoadParts, loadRows, requestLoad, searchLoads, startLoad } from './loads.service.ts'

/** Files loaded into the lists, and versions of the authority's list. */
export const loadsRoutes = (parts: LoadParts): Route[] => [
  route(api.startListLoad, ({ params, file }, context) => startLoad(context, parts, params.target, file)),
  route(api.listLoads, ({ params, query }, { db }) => searchLoads(db, params.target, query)),
  route(api.getListLoad, ({ params }, { db }) => getLoad(db, params)),
  route(api.listLoadRows, ({ params, query }, context) => loadRows(context, params, query)),
  route(api.requestListLoad, ({ params, body }, context) =>
    requestLoad(context, parts, params, body.comment),
  ),
]
