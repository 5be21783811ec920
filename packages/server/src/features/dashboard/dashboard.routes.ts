import * as api from '@ipoteka-office/contract/dashboard/dashboard.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { type Route, route } from '#http/route.ts'
import { dashboard } from './dashboard.service.ts'

/** The desktop. */
export const dashboardRoutes = ({ engine }: { engine: Engine }): Route[] => [
  route(api.getDashboard, (_, context) => dashboard(engine, context)),
]
