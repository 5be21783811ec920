import * as decisions from '@ipoteka-office/contract/underwriting/decisions.ts'
import * as journal from '@ipoteka-office/contract/underwriting/journal.ts'
import { getCaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { type Route, route } from '#http/route.ts'
import { decisionNotice } from './decision-notice.service.ts'
import { decisionSheet, evaluateTerms } from './decisions.service.ts'
import { journalExport } from './journal-export.service.ts'
import { countJournal, searchJournal } from './journal.service.ts'
import { caseSummary } from './summary.service.ts'
import { recordDecision } from './record-decision.service.ts'

export const underwritingRoutes = ({ engine, references }: SectionParts): Route[] => [
  route(decisions.getDecisions, ({ params }, context) => decisionSheet(engine, context, params.id)),
  route(decisions.evaluateTerms, ({ params, body }, context) =>
    evaluateTerms(engine, context, params.id, body),
  ),
  route(decisions.recordDecision, ({ params, body }, context) =>
    recordDecision(engine, context, params.id, body),
  ),
  route(decisions.getDecisionNotice, ({ params }, context) => decisionNotice(engine, context, params.id)),
  route(journal.searchJournal, ({ params, query, body }, context) =>
    searchJournal(engine, context, params.journal, body, query),
  ),
  route(journal.countJournal, ({ params, body }, context) =>
    countJournal(engine, context, params.journal, body),
  ),
  ...journalExport(engine).routes,
  route(getCaseSummary, ({ params }, context) => caseSummary({ engine, references }, context, params.id)),
]
