import * as api from '@ipoteka-office/contract/system/system.ts'
import { type Route, route } from '#http/route.ts'
import { type Modes, retry, systemState } from './system.service.ts'

/** The state of the system, for those who administer it. */
export const systemRoutes = (modes: Modes): Route[] => [
  route(api.getSystemState, (_, { db }) => systemState(db, modes)),
  route(api.retryDeadJobs, ({ body }, context) => retry(context, body.ids)),
]
