import { getApplicationTerms } from '@ipoteka-office/contract/full-applications/application-terms.ts'
import * as api from '@ipoteka-office/contract/full-applications/full-applications.ts'
import * as checks from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { type Route, route } from '#http/route.ts'
import { listChecks, retryChecks } from './auto-checks.service.ts'
import { changesSinceSending, rulesOfCase, termsOfApplication } from './changes.service.ts'
import {
  checkDetails,
  judgeCheck,
  retryCheck,
  takeRisk,
  withdrawRisk,
} from './checks/check-details.service.ts'
import { checksGrid } from './checks/checks-grid.service.ts'
import { myChecks, nextCheck } from './checked.service.ts'
import { create, type FullApplicationParts } from './full-applications.service.ts'

export const fullApplicationsRoutes = (parts: FullApplicationParts): Route[] => [
  route(api.createFullApplication, ({ body }, context) => create(parts, context, body)),
  route(getApplicationTerms, ({ params, query }, context) =>
    termsOfApplication(context, parts.engine, params.id, query),
  ),
  route(api.getProgrammeRules, ({ params }, context) => rulesOfCase(context, parts.engine, params.id)),
  route(api.getChangesSinceSending, ({ params }, context) =>
    changesSinceSending(context, parts.references, params.id),
  ),
  route(api.listAutoChecks, ({ params }, context) => listChecks(parts.engine, context, params.id)),
  route(api.retryAutoChecks, async ({ params }, context) => ({
    restarted: await retryChecks(parts.engine, context, params.id),
  })),
  route(checks.getChecksGrid, ({ params }, context) => checksGrid(parts.engine, context, params.id)),
  route(checks.getCheckDetails, ({ params }, context) => checkDetails(parts.engine, context, params)),
  route(checks.retryCheck, ({ params, body }, context) => retryCheck(parts.engine, context, params, body)),
  route(checks.judgeCheck, ({ params, body }, context) => judgeCheck(parts.engine, context, params, body)),
  route(checks.takeRisk, ({ params, body }, context) => takeRisk(parts.engine, context, params, body)),
  route(checks.withdrawRisk, ({ params, body }, context) =>
    withdrawRisk(parts.engine, context, params, body),
  ),
  route(api.listMyChecks, ({ body }, context) => myChecks(context, body)),
  route(api.takeNextCheck, (_request, context) => nextCheck(context, parts.engine.clock)),
]
