import * as api from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { caseScores } from './case-scores.service.ts'
import { scorecardImpact } from './impact.service.ts'
import {
  createScorecard,
  getScorecard,
  listHistory,
  listScorecards,
  moveScorecard,
  saveScorecard,
  scorecardProcess,
} from './scorecards.service.ts'

/** The bank's own scorecard: its versions, and what they say of applications. */
export const scorecardRoutes = (parts: BankFigures & { readonly references: ReferenceReader }): Route[] => [
  route(api.listScorecards, (_, context) => listScorecards(parts, context)),
  route(api.getScorecard, ({ params }, context) => getScorecard(parts, context, params.id)),
  route(api.createScorecard, ({ body }, context) => createScorecard(parts, context, body)),
  route(api.saveScorecard, ({ params, body }, context) => saveScorecard(parts, context, params.id, body)),
  route(api.sendScorecard, ({ params, body }, context) => moveScorecard(parts, context, params.id, body)),
  route(api.decideScorecard, ({ params, body }, context) => moveScorecard(parts, context, params.id, body)),
  route(api.getScorecardProcess, ({ params }, context) => scorecardProcess(parts, context, params.id)),
  route(api.listScorecardHistory, ({ params, query }, context) => listHistory(context, params.id, query)),
  route(api.getScorecardImpact, ({ params, query }, context) =>
    scorecardImpact(context, params.id, Number(query.last)),
  ),
  route(api.getCaseScores, ({ params }, context) => caseScores(parts.references, context, params.id)),
]
