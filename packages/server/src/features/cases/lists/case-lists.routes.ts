import * as api from '@ipoteka-office/contract/cases/case-lists.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { type Route, route } from '#http/route.ts'
import { countCases, searchCases } from './case-lists.service.ts'
import { caseExport } from './case-lists-export.service.ts'

/** Lists of leads, mortgage applications and loan applications. */
export const caseListsRoutes = ({ engine }: { engine: Engine }): Route[] => [
  route(api.searchCases, ({ params, query, body }, context) =>
    searchCases(engine, context, params.list, body, query),
  ),
  route(api.countCases, ({ params, body }, context) => countCases(engine, context, params.list, body)),
  ...caseExport(engine).routes,
]
