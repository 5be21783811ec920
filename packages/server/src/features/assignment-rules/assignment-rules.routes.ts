import { listCaseAssignments } from '@ipoteka-office/contract/assignment-rules/assignment-reasons.ts'
import * as api from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import * as trials from '@ipoteka-office/contract/assignment-rules/assignment-trials.ts'
import type { DatedFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import {
  findTargets,
  getBoard,
  getSet,
  listHistory,
  listRules,
  listSets,
  moveSet,
  setProcess,
} from './assignment-rules.service.ts'
import {
  createDraft,
  createRule,
  deleteRule,
  getRule,
  orderRules,
  setErrorTarget,
  updateRule,
} from './drafts.service.ts'
import { caseAssignments } from './reasons.service.ts'
import { getRun, listItems, planRun, startRun } from './runs.service.ts'
import type { RuleParts } from './show-set.service.ts'
import { tryRulesOn } from './trial.service.ts'

/** Rules of assignment: their versions, trials, what they did and what they would do to open cases. */
export const assignmentRulesRoutes = (parts: RuleParts & { readonly parameters: DatedFigures }): Route[] => [
  route(api.listAssignmentRules, ({ query }, context) => listRules(context, parts, query)),
  route(api.createAssignmentRule, ({ body }, context) => createRule(context, parts, body)),
  route(api.setErrorTarget, ({ body }, context) => setErrorTarget(context, parts, body)),
  route(api.getAssignmentRule, ({ params }, context) => getRule(context, parts, params.id)),
  route(api.updateAssignmentRule, ({ params, body }, context) => updateRule(context, parts, params.id, body)),
  route(api.deleteAssignmentRule, ({ params, query }, context) =>
    deleteRule(context, parts, params.id, query.version),
  ),
  route(api.getRuleBoard, ({ params }, context) => getBoard(context, parts, params.scope)),
  route(api.createRuleDraft, ({ params, body }, context) =>
    createDraft(context, parts, params.scope, body.fromId),
  ),
  route(api.orderRules, ({ params, body }, context) => orderRules(context, parts, params.scope, body)),
  route(api.listRuleSets, ({ params }, context) => listSets(context, params.scope)),
  route(api.getRuleSet, ({ params }, context) => getSet(context, parts, params.id)),
  route(api.moveRuleSet, ({ params, body }, context) => moveSet(context, parts, params.id, body)),
  route(api.getRuleSetProcess, ({ params }, context) => setProcess(context, parts, params.id)),
  route(api.listRuleSetHistory, ({ params, query }, context) => listHistory(context, params.id, query)),
  route(api.findRuleTargets, ({ params, query }, context) => findTargets(context, params.scope, query)),
  route(trials.tryRules, ({ params, body }, context) =>
    tryRulesOn(context, parts, params.scope, body.number),
  ),
  route(trials.planReassignment, ({ params, body }, context) =>
    planRun(context, parts, params.scope, body.which),
  ),
  route(trials.getReassignmentRun, ({ params }, context) => getRun(context, params.id)),
  route(trials.listRunItems, ({ params, query }, context) => listItems(context, params.id, query)),
  route(trials.startReassignmentRun, ({ params }, context) => startRun(context, params.id)),
  route(listCaseAssignments, ({ params }, context) => caseAssignments(context, params.id)),
]
