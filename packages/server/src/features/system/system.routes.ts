import { getReadiness } from '@ipoteka-office/contract/system/readiness.ts'
import * as api from '@ipoteka-office/contract/system/system.ts'
import type { SystemReplica } from '@ipoteka-office/contract/system/system.ts'
import { type Route, route } from '#http/route.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { bankReadiness } from './readiness.service.ts'
import { type Modes, retry, systemState } from './system.service.ts'

/** The state of the system, for those who administer it. */
export const systemRoutes = (
  modes: Modes,
  bank: BankFigures,
  replicas: () => readonly SystemReplica[],
): Route[] => [
  route(api.getSystemState, (_, { db }) => systemState(db, bank, modes, replicas())),
  route(getReadiness, (_, { db }) => bankReadiness(db, modes, bank.clock)),
  route(api.retryDeadJobs, ({ body }, context) => retry(context, body.ids)),
]
