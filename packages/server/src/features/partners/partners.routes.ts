import * as api from '@ipoteka-office/contract/partners.ts'
import { type Route, route } from '#http/route.ts'
import { findPartners, listPartners } from './partners.repo.ts'

/** Partners that the caller may see. */
export const partnersRoutes: Route[] = [
  route(api.listPartners, (_, { db, actor }) => listPartners(db, actor)),
  route(api.filterPartners, ({ body }, { db, actor }) =>
    findPartners(db, actor, body.searchConditions, body),
  ),
]
