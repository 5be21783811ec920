import * as api from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
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
export const qualityRoutes = (engine: Engine): Route[] => [
  route(api.searchQualityChecks, ({ body, query }, context) => searchChecks(context, body, query)),
  route(api.countQualityChecks, ({ body }, context) => countChecks(context, body)),
  route(api.getQualityCheck, ({ params }, context) => getCheck(engine, context, params.id)),
  route(api.gradeDecision, ({ params, body }, context) => gradeCheck(engine, context, params.id, body)),
  route(api.cancelQualityCheck, ({ params, body }, context) => cancelCheck(engine, context, params.id, body)),
  route(api.disputeQuality, ({ params, body }, context) => disputeCheck(engine, context, params.id, body)),
  route(api.answerQualityDispute, ({ params, body }, context) =>
    answerCheck(engine, context, params.id, body),
  ),
  route(api.listQualitySamples, (_, context) => listSamples(context)),
  route(api.drawQualitySample, ({ body }, context) => drawSample(engine, context, body)),
  route(api.verifyQualitySample, ({ params }, context) => verifySample(engine, context, params.id)),
  route(api.getQualityChecklist, (_, context) => latestChecklist(context)),
  route(api.saveQualityChecklist, ({ body }, context) => saveChecklist(engine, context, body)),
  route(api.getQualityTotals, (_, context) => qualityTotals(engine, context)),
]
