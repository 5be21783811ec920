import * as api from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import {
  answerCheck,
  cancelCheck,
  countChecks,
  disputeCheck,
  getCheck,
  gradeCheck,
  qualityTotals,
  searchChecks,
} from './quality.service.ts'
import { drawSample, latestChecklist, listSamples, saveChecklist, verifySample } from './samples.service.ts'

/** Quality control of decisions. */
export const qualityRoutes = (parts: BankFigures): Route[] => [
  route(api.searchQualityChecks, ({ body, query }, context) => searchChecks(context, body, query)),
  route(api.countQualityChecks, ({ body }, context) => countChecks(context, body)),
  route(api.getQualityCheck, ({ params }, context) => getCheck(parts, context, params.id)),
  route(api.gradeDecision, ({ params, body }, context) => gradeCheck(parts, context, params.id, body)),
  route(api.cancelQualityCheck, ({ params, body }, context) => cancelCheck(parts, context, params.id, body)),
  route(api.disputeQuality, ({ params, body }, context) => disputeCheck(parts, context, params.id, body)),
  route(api.answerQualityDispute, ({ params, body }, context) =>
    answerCheck(parts, context, params.id, body),
  ),
  route(api.listQualitySamples, (_, context) => listSamples(context)),
  route(api.drawQualitySample, ({ body }, context) => drawSample(parts, context, body)),
  route(api.verifyQualitySample, ({ params }, context) => verifySample(parts, context, params.id)),
  route(api.getQualityChecklist, (_, context) => latestChecklist(context)),
  route(api.saveQualityChecklist, ({ body }, context) => saveChecklist(parts, context, body)),
  route(api.getQualityTotals, (_, context) => qualityTotals(parts, context)),
]
