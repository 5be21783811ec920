import {
  conditionPredicates,
  factCatalogue,
  factCodes,
  factOf,
  predicatesOf,
} from '@ipoteka-office/contract/document-rules/document-facts.ts'
import * as checks from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import * as api from '@ipoteka-office/contract/document-rules/document-rules.ts'
import * as completeness from '@ipoteka-office/contract/documents/document-completeness.ts'
import { type Route, route } from '#http/route.ts'
import { completenessOf } from './completeness/completeness.service.ts'
import {
  copyRule,
  createRule,
  deleteRule,
  discardDraft,
  draftFrom,
  getRule,
  listRevisions,
  listRules,
  publishRule,
  type RuleParts,
  restoreRule,
  ruleProcess,
  saveRule,
  withdraw,
} from './document-rules.service.ts'
import { coverage, listIssues, previewIssues } from './rule-analysis.service.ts'
import { checkRules } from './rule-check.service.ts'
import { listHistory } from './rule-history.service.ts'
import { previewImpact } from './rule-impact.service.ts'
import { rulesExport } from './rules-export.service.ts'

const listFacts = () =>
  factCodes.map((code) => {
    const fact = factOf(code)
    const { dictionary = null, options = {}, nullable = false, unit = null } = fact
    return {
      code,
      label: factCatalogue[code].label,
      scope: fact.scope,
      kind: fact.kind,
      section: fact.section,
      dictionary,
      options: Object.entries(options).map(([option, name]) => ({ code: option, name })),
      nullable,
      unit,
      predicates: predicatesOf(fact).map((predicate) => ({
        code: predicate,
        name: conditionPredicates[predicate],
      })),
    }
  })

const ruleRoutes = (parts: RuleParts): Route[] => [
  route(api.listDocumentRules, ({ body, query }, { db }) => listRules(db, parts, body, query)),
  route(api.listRuleFacts, async () => listFacts()),
  ...rulesExport(parts).routes,
  route(api.createDocumentRule, ({ body }, context) => createRule(context, parts, body)),
  route(api.getDocumentRule, ({ params }, context) => getRule(context, parts, params.id)),
  route(api.saveDocumentRule, ({ params, body }, context) => saveRule(context, parts, params.id, body)),
  route(api.publishDocumentRule, ({ params, body }, context) => publishRule(context, parts, params.id, body)),
  route(api.discardRuleDraft, ({ params, body }, context) =>
    discardDraft(context, parts, params.id, body.version),
  ),
  route(api.draftFromRevision, ({ params, body }, context) =>
    draftFrom(context, parts, params, body.version),
  ),
  route(api.withdrawRuleRevision, ({ params, body }, context) =>
    withdraw(context, parts, params, body.version),
  ),
  route(api.copyDocumentRule, ({ params }, context) => copyRule(context, parts, params.id)),
  route(api.deleteDocumentRule, ({ params, query }, context) =>
    deleteRule(context, parts, params.id, query.version),
  ),
  route(api.restoreDocumentRule, ({ params, body }, context) =>
    restoreRule(context, parts, params.id, body.version),
  ),
  route(api.listRuleRevisions, ({ params }, context) => listRevisions(context, parts, params.id)),
  route(api.getRuleProcess, ({ params }, context) => ruleProcess(context, parts, params)),
  route(api.listRuleHistory, ({ params, query }, context) => listHistory(context, parts, params.id, query)),
]

const checkRoutes = (parts: RuleParts): Route[] => [
  route(completeness.getCompleteness, ({ params }, context) => completenessOf(context, parts, params)),
  route(checks.checkDocumentRules, ({ body }, context) => checkRules(context, parts, body)),
  route(checks.previewRuleImpact, ({ body }, context) => previewImpact(context, parts, body)),
  route(checks.getRuleCoverage, ({ query }, { db }) => coverage(db, parts, query)),
  route(checks.listRuleIssues, ({ query }, { db }) => listIssues(db, parts, query)),
  route(checks.previewRuleIssues, ({ body }, { db }) => previewIssues(db, parts, body)),
]

/** Rules about documents, what they ask of a case, and what is wrong with them. */
export const documentRulesRoutes = (parts: RuleParts): Route[] => [
  ...ruleRoutes(parts),
  ...checkRoutes(parts),
]
