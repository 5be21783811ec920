import * as notices from '@ipoteka-office/contract/underwriting/bureaus/bureau-notices.ts'
import * as reports from '@ipoteka-office/contract/underwriting/bureaus/credit-reports.ts'
import { type Route, route } from '#http/route.ts'
import type { SealKey } from '#lib/sealing.ts'
import { bureauFacts } from './bureau-facts.service.ts'
import { creditHistory, type HistoryParts, orderByHand } from './credit-history.service.ts'
import { noticesOf, sendAgain } from './notices/notices.service.ts'
import { rawReport } from './raw-report.service.ts'

/** Credit histories of the participants of applications. */
export const bureausRoutes = (
  parts: HistoryParts & { readonly keys: readonly [SealKey, ...SealKey[]] },
): Route[] => [
  route(reports.getBureauFacts, ({ params }, context) => bureauFacts(context, params.id)),
  route(reports.getCreditHistory, ({ params }, context) => creditHistory(parts, context, params)),
  route(reports.orderReports, ({ params, body }, context) => orderByHand(parts, context, params, body)),
  route(notices.listBureauNotices, ({ params }, context) => noticesOf(context, params.id)),
  route(notices.sendNoticeAgain, ({ params }, context) => sendAgain(context, params)),
  route(reports.getRawReport, ({ params }, context) => rawReport(parts.keys, context, params)),
]
