import * as api from '@ipoteka-office/contract/underwriting/statistics.ts'
import { type Route, route } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { findDeciders } from './decided.repo.ts'
import { statisticsExport } from './statistics-export.service.ts'
import { decisionStatistics, stageTimes } from './statistics.service.ts'

/** What was decided, how fast and against what advice. */
export const statisticsRoutes = (clock: BankClock): Route[] => [
  route(api.getStatistics, ({ body }, context) => decisionStatistics(clock, context, body)),
  route(api.getStageTimes, ({ body }, context) => stageTimes(clock, context, body.filter)),
  route(api.listDeciders, (_, { db }) => findDeciders(db)),
  ...statisticsExport(clock).routes,
]
