import type { Asked, ForeignIds } from '../case-calls.ts'
import { callsOfOffers } from './offer-calls.ts'

const ofCase =
  (rest: Asked = {}) =>
  ({ full }: ForeignIds): Asked => ({ ...rest, params: { id: full } })
const ofCheck =
  (rest: Asked = {}) =>
  ({ full }: ForeignIds): Asked => ({ ...rest, params: { id: full, checkId: '1' } })

const ofParticipant =
  (rest: Asked = {}) =>
  ({ full, participant }: ForeignIds): Asked => ({
    ...rest,
    params: { id: full, participantId: participant },
  })

/** Reads of controls and of what bureaus say: for people of the bank. */
export const readsOfBureaus = {
  getControls: ofCase(),
  getBureauFacts: ofCase(),
  getPersonHistory: ofParticipant(),
  getPersonalSheet: ofParticipant(),
  getAssetsSheet: ofParticipant(),
  getCreditHistory: ofParticipant(),
}

const ofField =
  (rest: Asked = {}) =>
  ({ full, participant }: ForeignIds): Asked => ({
    ...rest,
    params: { id: full, participantId: participant, field: 'position' },
  })

const ofObligation =
  (rest: Asked = {}) =>
  ({ full, participant }: ForeignIds): Asked => ({
    ...rest,
    params: { id: full, participantId: participant, key: 'own.1' },
  })
const ownObligation = {
  ...{
    type: 'CASH',
    creditor: 'чужое',
    limit: '1',
    balance: '1',
    payment: '1',
    documentId: 1,
    words: 'чужое',
  },
}
const call = {
  ...{ called: 'EMPLOYER', phone: '79990001122', numberSource: 'SITE', spokeWith: 'чужой' },
  ...{ result: 'CONFIRMED', said: 'чужое', calledAt: '2026-01-01T10:00:00Z' },
}

/** Calls about what the bank checks, asks and offers while it decides, as `callsById` has them. */
export const callsOfChecks = {
  ...callsOfOffers,
  getEngineRuns: ofCase(),
  getCaseScores: ofCase(),
  repeatEngineRun: ofCase({ body: { reason: 'чужое' } }),
  disputeStopFactor: ({ full }: ForeignIds): Asked => ({
    params: { id: full, runId: '1' },
    body: { factor: 'X', comment: 'чужое' },
  }),
  answerDispute: ({ full }: ForeignIds): Asked => ({
    params: { id: full, disputeId: '1' },
    body: { outcome: 'LIFTED', comment: 'чужое' },
  }),
  getConditions: ofCase(),
  moveCondition: ({ full, condition }: ForeignIds): Asked => ({
    params: { id: full, conditionId: condition },
    body: { action: 'respond', version: 1, comment: 'чужое' },
  }),
  getCommittee: ofCase(),
  castVote: ofCase({ body: { vote: 'FOR', comment: 'чужое' } }),
  openRound: ofCase({ body: { round: 1, reason: 'чужое' } }),
  putOffers: ofCase({
    body: {
      version: 1,
      offers: [{ amount: '1000000', termMonths: 120, rate: '17', clientText: 'чужое' }],
      comment: 'чужое',
    },
  }),
  getSubjectDecisions: ofCase(),
  recordSubjectDecision: ofCase({
    body: {
      decisions: [{ subject: { kind: 'PERSON', id: 1 }, seen: '', code: 'REWORK', comment: 'чужое' }],
    },
  }),
  getComplianceSheet: ofCase(),
  decideComplianceHit: ({ full }: ForeignIds): Asked => ({
    params: { id: full, hitId: '1' },
    body: { outcome: 'NO_MATCH', comment: 'чужое', after: null },
  }),
  orderReports: ofParticipant({ body: { bureaus: ['NBKI'] } }),
  getRawReport: ({ full }: ForeignIds): Asked => ({ params: { id: full, reportId: '1' } }),
  takeFormValue: ofField({ body: { version: 0, source: 'SCAN', reason: 'BY_PAPER' } }),
  dropFormValue: ofField({ body: { version: 1 } }),
  refusePaper: ({ full, document }: ForeignIds): Asked => ({
    params: { id: full, documentId: document },
    body: { version: 1, type: 'DOC_UNREADABLE', text: 'чужое' },
  }),
  takeObligation: ofObligation({ body: { version: 0, state: 'EXCLUDED', reason: 'OTHER', words: 'чужое' } }),
  dropObligation: ofObligation({ body: { version: 1 } }),
  addObligation: ofParticipant({ body: ownObligation }),
  editObligation: ofObligation({ body: { ...ownObligation, version: 1 } }),
  saveIncomeGrid: ofParticipant({ body: { version: 0, account: [], exclusions: [] } }),
  addCall: ofParticipant({ body: call }),
  correctCall: ({ full, participant }: ForeignIds): Asked => ({
    params: { id: full, participantId: participant, callId: '1' },
    body: { ...call, reason: 'чужое' },
  }),
  getChecksGrid: ofCase(),
  getCheckDetails: ofCheck(),
  retryCheck: ofCheck({ body: { version: 1 } }),
  judgeCheck: ofCheck({ body: { version: 1, verdict: 'PASSED', comment: 'чужое' } }),
  takeRisk: ofCheck({ body: { version: 1, reason: 'чужое', validTo: '2030-01-01' } }),
  withdrawRisk: ofCheck({ body: { version: 1, reason: 'чужое' } }),
}

/** Reading of what the bank alone looks into: the room of the underwriter, controls, the chains of the history. */
export const callsOfForm = {
  getControls: ofCase(),
  listControlHistory: ({ full }: ForeignIds): Asked => ({ params: { id: full, controlId: '1' } }),
  lastChainCheck: ofCase(),
  verifyCaseChains: ofCase({ body: {} }),
  getUnderwritingForm: ofCase(),
  listFormHistory: ofField(),
  getObligationLedger: ofParticipant(),
  listObligationHistory: ofObligation(),
  getIncomeGrid: ofParticipant(),
  listIncomeHistory: ofParticipant(),
  getEmployment: ofParticipant(),
}
