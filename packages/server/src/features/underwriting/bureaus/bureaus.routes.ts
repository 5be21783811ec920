import * as reports from '@ipoteka-office/contract/underwriting/bureaus/credit-reports.ts'
import { type Route, route } from '#http/route.ts'
import type { SealKey } from '#lib/sealing.ts'
import { bureauFacts } from './bureau-facts.service.ts'
import { creditHistory, type HistoryParts, orderByHand } from './credit-history.service.ts'
import { rawReport } from './raw-report.service.ts'

/** Credit histories of the participants of applications. */
export const bureausRoutes = (
  parts: HistoryParts & { readonly keys: readonly [SealKey, ...SealKey[]] },
): Route[] => [
  route(reports.getBureauFacts, ({ params }, context) => bureauFacts(context, params.id)),
  route(reports.getCreditHistory, ({ params }, context) => creditHistory(parts, context, params)),
  route(reports.orderReports, ({ params, body }, context) => orderByHand(parts, context, params, body)),
  route(reports.getRawReport, ({ params }, context) => rawReport(parts.keys, context, params)),
]
