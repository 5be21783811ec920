import * as api from '@ipoteka-office/contract/cases.ts'
import { type Route, route } from '#http/route.ts'
import { caseHead } from './cases.service.ts'
import type { Engine } from './engine.ts'
import { moveCase } from './move-case.service.ts'

export const processesRoutes = ({ engine }: { engine: Engine }): Route[] => [
  route(api.getCase, ({ params }, { db, actor }) => caseHead(engine, db, actor, params.id)),
  route(api.moveCase, async ({ params, body }, { db, actor, requestId }) => {
    await moveCase(engine, db, { actor, requestId }, params.id, body)
    return caseHead(engine, db, actor, params.id)
  }),
]
