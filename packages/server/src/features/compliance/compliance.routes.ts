import * as api from '@ipoteka-office/contract/compliance/compliance.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { type Route, route } from '#http/route.ts'
import { complianceSheet, decideHit, listHits } from './compliance.service.ts'

/** What the responsible officer reads and decides. */
export const complianceRoutes = ({ engine }: { readonly engine: Engine }): Route[] => [
  route(api.listComplianceHits, ({ body, query }, context) => listHits(context, body, query)),
  route(api.getComplianceSheet, ({ params }, context) => complianceSheet(context, params.id)),
  route(api.decideComplianceHit, ({ params, body }, context) => decideHit(engine, context, params, body)),
]
