import * as committee from '@ipoteka-office/contract/underwriting/committee.ts'
import * as conditions from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import * as decisions from '@ipoteka-office/contract/underwriting/decisions.ts'
import * as requests from '@ipoteka-office/contract/underwriting/document-requests.ts'
import * as runs from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import * as fraud from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import { getConnections } from '@ipoteka-office/contract/underwriting/fraud/fraud-connections.ts'
import * as control from '@ipoteka-office/contract/underwriting/individual-control.ts'
import * as journal from '@ipoteka-office/contract/underwriting/journal.ts'
import * as journalTasks from '@ipoteka-office/contract/underwriting/journal-tasks.ts'
import * as offers from '@ipoteka-office/contract/underwriting/offers.ts'
import { reconsider } from '@ipoteka-office/contract/underwriting/reconsideration.ts'
import * as subjects from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { getCaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import type { CatalogueReader } from '#features/products/pricing/catalogue-reader.ts'
import type { FileStore } from '#files/file-store.ts'
import { type Route, route } from '#http/route.ts'
import { committeeSheet, openRound, putOffers, takeVote } from './committee/committee.service.ts'
import { conditionSheet, moveConditionOf } from './conditions/conditions.service.ts'
import { controlHistory, controlSheet, saveForm, signForm, startByHand } from './control/control.service.ts'
import { decisionNotice } from './decision-notice.service.ts'
import { decisionSheet, evaluateTerms } from './decisions.service.ts'
import { escalate } from './escalation.service.ts'
import { connectionGraph } from './fraud/connections.service.ts'
import { fraudSheet, giveVerdict } from './fraud/fraud.service.ts'
import { countJournal, journalCategories, searchJournal } from './journal.service.ts'
import { journalExport } from './journal-export.service.ts'
import { changeTasks } from './journal-tasks.service.ts'
import { evaluateOffer } from './offers/evaluate-offer.service.ts'
import { acceptOffer, counterOffer, offerStart, signOffers } from './offers/offers.service.ts'
import { reconsider as reconsiderTerms } from './offers/reconsider.service.ts'
import { recordDecision } from './record-decision.service.ts'
import { requestDocuments, requestedDocuments } from './requests/document-requests.service.ts'
import { answerDispute, disputeStopFactor } from './runs/disputes.service.ts'
import { engineRuns, repeatRun } from './runs/runs.service.ts'
import { recordSubjectDecisions, subjectSheet } from './subjects/subjects.service.ts'
import { caseSummary } from './summary.service.ts'

const fraudRoutes = ({ engine, references }: SectionParts): Route[] => {
  const parts = { engine, blacklists: { references, clock: engine.clock, parameters: engine.parameters } }
  return [
    route(fraud.getFraudSheet, ({ params }, context) => fraudSheet(parts, context, params.id)),
    route(fraud.giveFraudVerdict, ({ params, body }, context) =>
      giveVerdict(parts, context, params.id, body),
    ),
    route(getConnections, ({ params }, context) => connectionGraph(engine, context, params.id)),
  ]
}

export const underwritingRoutes = ({
  engine,
  references,
  files,
  catalogues,
}: SectionParts & {
  readonly files: FileStore
  readonly catalogues: CatalogueReader
}): Route[] => [
  ...fraudRoutes({ engine, references }),
  route(journal.listJournalCategories, async () => journalCategories()),
  route(journalTasks.escalateTask, ({ params, body }, context) => escalate(engine, context, params.id, body)),
  route(journalTasks.changeJournalTasks, async ({ body }, context) => ({
    results: await changeTasks(engine, context, body.ids, body.change),
  })),
  route(control.getControls, ({ params }, context) => controlSheet(context, params.id)),
  route(control.startControl, ({ params, body }, context) =>
    startByHand(engine, context, params.id, body.participantId),
  ),
  route(control.saveControl, ({ params, body }, context) =>
    saveForm(engine, context, params.id, { id: params.controlId, ...body }),
  ),
  route(control.signControl, ({ params, body }, context) =>
    signForm({ engine, files }, context, params.id, { id: params.controlId, ...body }),
  ),
  route(control.listControlHistory, ({ params, query }, context) =>
    controlHistory(context, { caseId: params.id, id: params.controlId }, query),
  ),
  route(decisions.getDecisions, ({ params }, context) => decisionSheet(engine, context, params.id)),
  route(decisions.evaluateTerms, ({ params, body }, context) =>
    evaluateTerms(engine, context, params.id, body),
  ),
  route(decisions.recordDecision, ({ params, body }, context) =>
    recordDecision(engine, context, params.id, body),
  ),
  route(conditions.getConditions, ({ params }, context) => conditionSheet(engine, context, params.id)),
  route(conditions.moveCondition, ({ params, body }, context) =>
    moveConditionOf(engine, context, params, body),
  ),
  route(committee.getCommittee, ({ params }, context) => committeeSheet(engine, context, params.id)),
  route(committee.putOffers, ({ params, body }, context) => putOffers(engine, context, params.id, body)),
  route(committee.openRound, ({ params, body }, context) => openRound(engine, context, params.id, body)),
  route(committee.castVote, ({ params, body }, context) =>
    takeVote({ engine, files }, context, params.id, body),
  ),
  route(subjects.getSubjectDecisions, ({ params }, context) => subjectSheet(context, params.id)),
  route(subjects.recordSubjectDecision, ({ params, body }, context) =>
    recordSubjectDecisions(engine, context, params.id, body.decisions),
  ),
  route(decisions.getDecisionNotice, ({ params }, context) => decisionNotice(engine, context, params.id)),
  route(requests.listRequestedDocuments, ({ params }, context) => requestedDocuments(context, params.id)),
  route(requests.requestDocuments, ({ params, body }, context) =>
    requestDocuments(engine, context, params.id, body),
  ),
  route(offers.getOffers, ({ params }, context) => counterOffer(context, params.id)),
  route(offers.getOfferStart, ({ params }, context) => offerStart(engine, context, params.id)),
  route(offers.evaluateOffer, ({ params, body }, context) => evaluateOffer(engine, context, params.id, body)),
  route(offers.signOffers, ({ params, body }, context) => signOffers(engine, context, params.id, body)),
  route(offers.acceptOffer, ({ params, body }, context) =>
    acceptOffer({ ...engine, engine, references, catalogues }, context, params.id, body),
  ),
  route(reconsider, ({ params, body }, context) => reconsiderTerms(engine, context, params.id, body)),
  route(journal.searchJournal, ({ params, query, body }, context) =>
    searchJournal(engine, context, params.journal, body, query),
  ),
  route(journal.countJournal, ({ params, body }, context) =>
    countJournal(engine, context, params.journal, body),
  ),
  ...journalExport(engine).routes,
  route(runs.getEngineRuns, ({ params }, context) => engineRuns(engine, context, params.id)),
  route(runs.repeatEngineRun, ({ params, body }, context) => repeatRun(engine, context, params.id, body)),
  route(runs.disputeStopFactor, ({ params, body }, context) =>
    disputeStopFactor(engine, context, params, body),
  ),
  route(runs.answerDispute, ({ params, body }, context) => answerDispute(engine, context, params, body)),
  route(getCaseSummary, ({ params }, context) => caseSummary({ engine, references }, context, params.id)),
]
