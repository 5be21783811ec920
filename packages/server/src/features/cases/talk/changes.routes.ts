import * as api from '@ipoteka-office/contract/cases/case-changes.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { type Route, route } from '#http/route.ts'
import { lastCheck, verifyChains } from './chains.service.ts'
import { changesExport } from './changes-export.service.ts'
import { changeChoices, searchChanges } from './changes.service.ts'

export const caseChangesRoutes = ({ engine }: { engine: Engine }): Route[] => [
  route(api.searchCaseChanges, ({ params, body, query }, context) =>
    searchChanges(engine, context, params.id, body, query),
  ),
  route(api.listChangeChoices, ({ params }, context) => changeChoices(engine, context, params.id)),
  ...changesExport(engine).routes,
  route(api.lastChainCheck, async ({ params }, context) => ({ last: await lastCheck(context, params.id) })),
  route(api.verifyCaseChains, ({ params }, context) => verifyChains(engine, context, params.id)),
]
