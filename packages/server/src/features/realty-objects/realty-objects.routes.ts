import * as api from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { realtyExport } from './realty-export.service.ts'
import { countRealty, findRealtyPage } from './realty-list.repo.ts'
import { realtyReader } from './realty-reader.service.ts'
import {
  createRealtyObject,
  findDuplicates,
  getRealtyObject,
  listApplicationsOf,
  listCaseRealty,
  listHistory,
  markRealtyObject,
  saveRealtyObject,
} from './realty-objects.service.ts'

export const realtyObjectsRoutes = (bank: BankFigures): Route[] => [
  route(api.searchRealtyObjects, async ({ query, body }, { db, actor }) =>
    findRealtyPage(db, { ...(await realtyReader(bank, actor)), filter: body }, query),
  ),
  route(api.countRealtyObjects, async ({ body }, { db, actor }) =>
    countRealty(db, await realtyReader(bank, actor), body),
  ),
  ...realtyExport(bank).routes,
  route(api.listCaseRealty, ({ params }, context) => listCaseRealty(context, params.id)),
  route(api.createRealtyObject, ({ params, body }, context) =>
    createRealtyObject(context, params.id, body, bank.clock),
  ),
  route(api.findRealtyDuplicates, ({ body }, context) => findDuplicates(context, body)),
  route(api.getRealtyObject, ({ params }, context) => getRealtyObject(context, params.id)),
  route(api.saveRealtyObject, ({ params, body }, context) =>
    saveRealtyObject(context, params.id, body, bank.clock),
  ),
  route(api.markRealtyObject, ({ params, body }, context) => markRealtyObject(context, params.id, body)),
  route(api.listRealtyApplications, ({ params, query }, context) =>
    listApplicationsOf(context, params.id, query),
  ),
  route(api.listRealtyHistory, ({ params, query }, context) => listHistory(context, params.id, query)),
]
