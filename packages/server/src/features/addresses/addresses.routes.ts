import * as api from '@ipoteka-office/contract/addresses/addresses.ts'
import { type Route, route } from '#http/route.ts'
import { listParents, search, searchHouses, searchLocalities } from './addresses.service.ts'

/** The search of addresses. */
export const addressesRoutes: Route[] = [
  route(api.searchAddresses, ({ query: { query, ...filters } }, { db }) => search(db, query, filters)),
  route(api.findHouse, ({ query: { parent, query, limit } }, { db }) =>
    searchHouses(db, parent, query, limit),
  ),
  route(api.getAddressParents, ({ query }, { db }) => listParents(db, query.id, query.division)),
  route(api.getLocalities, ({ query: { query, ...filters } }, { db }) =>
    searchLocalities(db, query, filters),
  ),
]
