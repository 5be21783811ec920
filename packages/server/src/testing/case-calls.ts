import { CaseList } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { callsOfRules, callsOfRulesById } from './case-walks/assignment-calls.ts'
import { callsOfChecks, callsOfForm, readsOfBureaus } from './case-walks/check-calls.ts'
import { callsOfAgreements, callsOfInsurers, callsOfPrices } from './case-walks/insurance-calls.ts'
import { callsOfCheckLists, callsOfReviews, readsOfReviews } from './case-walks/review-calls.ts'
import { callsOfGroups, callsOfRates, callsOfStatistics } from './case-walks/statistics-calls.ts'

/** Ids of one partner's cases and of what belongs to them, as an address writes them. */
export interface ForeignIds {
  readonly lead: string
  readonly short: string
  readonly full: string
  readonly loan: string
  readonly participant: string
  readonly person: string
  readonly comment: string
  readonly remark: string
  readonly condition: string
  readonly task: string
  readonly attempt: string
  readonly consent: string
  readonly realty: string
  /** An agreement of insurance of the full application. */
  readonly agreement: string
  /** A document of the full application, and its file. */
  readonly document: string
  readonly file: string
  /** An application that came straight into the queue. */
  readonly queued: string
}

/** What a call is asked with; the parts are those of its endpoint. */
export interface Asked {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: Record<string, unknown>
}

/** A word that stands in every name of the partner's cases and nowhere else. */
export const marker = 'Меченосцев'
export const passport = '9209235857'
export const phone = '79123456789'
export const cadastral = '16:50:0011001:77'

export const client = { lastName: marker, firstName: 'Пётр', birthDate: '1985-04-12', passport, phone }
const version = 1
export const consentInput = { kind: 'PERSONAL_DATA', signature: 'HANDWRITTEN', signedOn: '2026-01-10' }
export const realtyInput = {
  role: 'MORTGAGESUBJECT',
  type: 'FLAT',
  numberType: 'CADASTRAL',
  number: cadastral,
  address: null,
  area: null,
  price: null,
  rightKind: null,
  ownership: null,
  owners: [],
  extractDate: null,
  encumbrances: [],
  appraisals: [],
  building: {},
  comment: '',
}

type Table = Readonly<Record<string, (ids: ForeignIds) => Asked>>

const ofCase =
  (rest: Asked = {}) =>
  ({ full }: ForeignIds): Asked => ({ ...rest, params: { id: full } })
const ofShort =
  (rest: Asked = {}) =>
  ({ short }: ForeignIds): Asked => ({ ...rest, params: { id: short } })
const ofLead =
  (rest: Asked = {}) =>
  ({ lead }: ForeignIds): Asked => ({ ...rest, params: { leadId: lead } })
const ofLoan =
  (rest: Asked = {}) =>
  ({ loan }: ForeignIds): Asked => ({ ...rest, params: { id: loan } })
const ofRealty =
  (rest: Asked = {}) =>
  ({ realty }: ForeignIds): Asked => ({ ...rest, params: { id: realty } })
const ofTask =
  (rest: Asked = {}) =>
  ({ task }: ForeignIds): Asked => ({ ...rest, params: { taskId: task } })
const ofComment =
  (rest: Asked = {}) =>
  ({ full, comment }: ForeignIds): Asked => ({
    ...rest,
    params: { id: full, commentId: comment },
  })
const ofPaper =
  (rest: Asked = {}) =>
  ({ full, document, file }: ForeignIds): Asked => ({
    ...rest,
    params: { id: full, documentId: document, storageId: file },
  })
const ofParticipant =
  (rest: Asked = {}) =>
  ({ full, participant }: ForeignIds): Asked => ({
    ...rest,
    params: { id: full, participantId: participant },
  })

/** Calls by the id of a case or of something of it: another partner's agent hears that there is no such thing. */
export const callsById: Table = {
  getCase: ofCase(),
  ...callsOfAgreements,
  ...callsOfPrices,
  moveCase: ofCase({ body: { action: 'submit', version } }),
  changeResponsible: ofCase({ body: { employeeId: null, workgroupId: null, version } }),
  findCaseAssignees: ofCase({ body: {} }),
  findCaseWorkgroups: ({ full, task }) => ({ params: { id: full }, body: { taskId: Number(task) } }),
  setFavourite: ofCase({ body: { favourite: true } }),
  visitCase: ofCase({ body: {} }),
  listManagerHistory: ofCase(),
  listCaseAssignments: ofCase(),
  listComments: ofCase(),
  addComment: ofCase({ body: { text: 'чужой' } }),
  editComment: ofComment({ body: { text: 'чужой', version } }),
  markComment: ofComment({ body: { deleted: true, version } }),
  findMentionable: ofCase({ body: {} }),
  listCaseHits: ofCase(),
  decideHit: ({ full }) => ({
    params: { id: full, hitId: '1' },
    body: { verdict: 'MATCH', comment: 'чужое', foundAt: '2026-01-01T00:00:00Z' },
  }),
  listRemarks: ofCase(),
  addRemark: ofCase({ body: { section: 'CREDIT', type: 'DOC_MISSING', text: 'чужое' } }),
  changeRemark: ({ full, remark }) => ({
    params: { id: full, remarkId: remark },
    body: { change: 'CLOSE', version },
  }),
  listCaseHistory: ofCase({ body: {} }),
  compareCase: ofCase({ body: { from: '2026-01-01T00:00:00Z' } }),
  listCaseVersions: ofCase(),
  unmaskCase: ofCase({ body: {} }),
  unmaskPhone: ofCase({ body: {} }),
  getQuestionnaire: ofCase(),
  listForeignPapers: ofCase(),
  getRecognisedPaper: ofPaper(),
  takeRecognised: ofPaper({
    body: { fields: [{ section: 'PERSONAL', field: 'passport' }], versions: { PERSONAL: version } },
  }),
  answerPaperWarning: ofPaper({ body: { answer: 'READING' } }),
  getCaseSection: ({ full }) => ({ params: { id: full, section: 'CREDIT' } }),
  saveCaseSection: ({ full }) => ({
    params: { id: full, section: 'CREDIT' },
    body: { version, data: {} },
  }),
  getParticipantSection: ({ full, participant }) => ({
    params: { id: full, participantId: participant, section: 'PERSONAL' },
  }),
  saveParticipantSection: ({ full, participant }) => ({
    params: { id: full, participantId: participant, section: 'PERSONAL' },
    body: { version, data: {} },
  }),
  listParticipants: ofCase(),
  addParticipant: ofCase({ body: { role: 'GUARANTOR', lastName: 'Чужой', firstName: 'Чужой' } }),
  changeParticipant: ofParticipant({ body: { role: 'GUARANTOR', version } }),
  removeParticipant: ofParticipant({ query: { version: '1' } }),
  restoreParticipant: ofParticipant({ body: { version } }),
  orderParticipants: ({ full, participant }) => ({
    params: { id: full },
    body: { ids: [Number(participant)] },
  }),
  findKnownPersons: ofCase({ body: { search: marker } }),
  getPersonDifference: ofParticipant(),
  takeEarlier: ofParticipant({
    body: {
      sections: [
        { section: 'PERSONAL', version, caseId: 1, savedAt: '2026-01-10T10:00:00Z', fields: ['passport'] },
      ],
    },
  }),
  listObjectTasks: ofCase(),
  getChainOrder: ofCase(),
  finishTask: ofTask({ body: { version, outcome: 'DONE', comment: 'чужая' } }),
  // The partner's agent themselves: their colleagues are none.
  giveAssignment: ofCase({ body: { employeeId: 4, title: 'Чужое' } }),
  findAssignmentPeople: ofCase({ body: {} }),
  findAssignmentGroups: ofCase({ body: {} }),
  completeTask: ({ full, task }) => ({
    params: { id: full, taskId: task },
    body: { action: 'submit', version },
  }),
  listAssignmentHistory: ({ queued }) => ({ params: { id: queued } }),
  closeApplication: ({ queued }) => ({ params: { id: queued }, body: { status: 'REJECTED' } }),
  listTaskHistory: ofCase(),
  getBusinessProcess: ofCase(),
  getDecisions: ofCase(),
  getCaseSummary: ofCase(),
  ...callsOfChecks,
  getFraudSheet: ofCase(),
  getConnections: ofCase(),
  giveFraudVerdict: ofCase({
    body: { verdict: 'NO_FRAUD', measures: [], words: 'чужое', signals: [], listed: [], lastId: null },
  }),
  ...callsOfReviews,
  getDecisionNotice: ofCase(),
  evaluateTerms: ofCase({ body: { amount: '1000000', termMonths: 120, rate: '17.5' } }),
  recordDecision: ofCase({
    body: {
      action: 'approve',
      version,
      amount: '1000000',
      termMonths: 120,
      rate: '17.5',
      comment: 'Согласен',
    },
  }),
  takeTask: ofTask({ body: { version } }),
  returnTask: ofTask({ body: { version } }),
  transferTask: ofTask({ body: { version, employeeId: 5 } }),
  postponeTask: ofTask({ body: { version, until: null } }),
  prioritiseTask: ofTask({ body: { version, priority: 'HIGH' } }),
  watchTask: ofTask({ body: { watch: true } }),
  getProgrammeRules: ofCase(),
  getChangesSinceSending: ofCase(),
  listAutoChecks: ofCase(),
  retryAutoChecks: ofCase(),
  getLead: ofLead(),
  updateLead: ofLead({ body: { ...client, version } }),
  deleteLead: ofLead({ query: { version: '1' } }),
  restoreLead: ofLead({ body: { version } }),
  addContactAttempt: ofLead({ body: { outcome: 'REACHED' } }),
  cancelContactAttempt: ({ lead, attempt }) => ({
    params: { leadId: lead, attemptId: attempt },
    body: { cancelled: true },
  }),
  getShortApplication: ofShort(),
  updateShortApplication: ofShort({ body: { ...client, version } }),
  linkShortApplication: ({ short, lead }) => ({
    params: { id: short, otherId: lead },
    body: { linked: true },
  }),
  convertShortApplication: ofShort({ body: { version } }),
  // The one of the sweep is there already: another day's.
  addConsent: ofShort({ body: { ...consentInput, signedOn: '2026-01-11' } }),
  updateConsent: ({ short, consent: id }) => ({
    params: { id: short, consentId: id },
    body: { ...consentInput, version },
  }),
  listShortAppRemarks: ofShort(),
  addShortAppRemark: ofShort({ body: { section: 'CREDIT', type: 'DOC_MISSING', text: 'чужое' } }),
  getShortAppHistory: ofShort(),
  getLoanApplication: ofLoan(),
  checkSelfBan: ofLoan({ body: {} }),
  listCaseRealty: ofCase(),
  createRealtyObject: ofCase({ body: realtyInput }),
  getRealtyObject: ofRealty(),
  saveRealtyObject: ofRealty({ body: { ...realtyInput, version } }),
  markRealtyObject: ofRealty({ body: { removed: true, version } }),
  listRealtyApplications: ofRealty(),
  listRealtyHistory: ofRealty(),
}

const exported = {
  format: 'csv',
  filter: {},
  columns: ['number', 'clientName', 'clientPhone', 'partner'],
}
const listOf = (list: string, body: Record<string, unknown> = {}): Asked => ({ params: { list }, body })

/** A call of each list of cases. */
const ofEveryList = (call: string, body?: Record<string, unknown>): Table =>
  Object.fromEntries(CaseList.options.map((list) => [`${call}#${list}`, () => listOf(list, body)]))

/** Calls that answer rows: none of them is another partner's. Several askings of one call are told apart by `#`. */
export const callsOfLists: Table = {
  ...ofEveryList('searchCases'),
  'searchCases#words': () => listOf('applications', { search: marker }),
  'searchCases#phone': () => listOf('applications', { search: phone }),
  'searchCases#partner': () => listOf('applications', { partnerIds: [2] }),
  ...ofEveryList('casesExport.now', exported),
  listAgreements: () => ({ query: {} }),
  searchAgreements: () => ({ body: { lending: 'MORTGAGE' } }),
  listLeads: () => ({ query: { search: marker } }),
  searchTasks: () => ({ body: { tab: 'ALL' } }),
  listQueue: () => ({ body: {} }),
  listMyChecks: () => ({ body: {} }),
  findDuplicates: () => ({ body: client }),
  searchRealtyObjects: () => ({ body: {} }),
  'realtyExport.now': () => ({
    body: { format: 'csv', filter: {}, columns: ['address', 'number', 'case', 'client', 'partner'] },
  }),
  findRealtyDuplicates: () => ({ body: { number: cadastral } }),
  'searchEverywhere#words': () => ({ body: { text: marker } }),
  'searchEverywhere#passport': () => ({ body: { text: passport } }),
  'searchEverywhere#phone': () => ({ body: { text: phone } }),
  'searchEverywhere#cadastral': () => ({ body: { text: cadastral } }),
  listLatestOpened: () => ({}),
  getDashboard: () => ({}),
  searchAccessLog: () => ({ body: { search: marker } }),
  'accessLogExport.now': () => ({
    body: { format: 'csv', filter: { search: marker }, columns: ['object', 'name'] },
  }),
}

/** Calls that count: with no case of one's own every number is nought. */
export const callsOfCounts: Table = {
  ...ofEveryList('countCases'),
  countTasks: () => ({ body: {} }),
  countRealtyObjects: () => ({ body: {} }),
  ...ofEveryList('casesExport.task', exported),
  'realtyExport.task': () => ({ body: { format: 'csv', filter: {}, columns: ['address'] } }),
  'accessLogExport.task': () => ({
    body: { format: 'csv', filter: { search: marker }, columns: ['object'] },
  }),
}

/** Lists of the bank alone: nobody of a partner is let in, whatever rights they hold. */
export const callsOfTheBank: Table = {
  searchCaseChanges: ofCase({ body: {} }),
  listChangeChoices: ofCase(),
  'caseChangesExport.now': ofCase({ body: { format: 'csv', filter: {}, columns: ['at', 'after'] } }),
  'caseChangesExport.task': ofCase({ body: { format: 'csv', filter: {}, columns: ['at', 'after'] } }),
  ...callsOfInsurers,
  ...readsOfBureaus,
  ...callsOfForm,
  listComplianceHits: () => ({ body: { search: marker } }),
  ...readsOfReviews,
  listAccessArchives: () => ({}),
  getAccessArchive: () => ({ params: { archiveId: '1' } }),
  searchJournal: () => ({ params: { journal: 'all' }, body: { search: marker } }),
  countJournal: () => ({ params: { journal: 'work' }, body: {} }),
  'journalExport.now': () => ({
    params: { journal: 'all' },
    body: { format: 'csv', filter: {}, columns: ['number'] },
  }),
  'journalExport.task': () => ({
    params: { journal: 'all' },
    body: { format: 'csv', filter: {}, columns: ['number'] },
  }),
  ...callsOfStatistics,
  ...callsOfRules,
}

const ofOwner = ({ full }: ForeignIds) => ({ ownerType: 'APPLICATION', ownerId: full })
const ofDocument = ({ document }: ForeignIds): Asked => ({ params: { id: document } })

/** Calls of other areas that tell of a case: its documents, what people were notified of. */
export const callsBeside: Table = {
  listNotifications: () => ({ query: {} }),
  listTasks: () => ({}),
  listDocuments: (ids) => ({ query: ofOwner(ids) }),
  getDocument: ofDocument,
  listDocumentHistory: ofDocument,
  listDocumentAccess: ofDocument,
  getPackageStatus: (ids) => ({ query: ofOwner(ids) }),
  getCompleteness: (ids) => ({ params: ofOwner(ids) }),
}

/** Calls that write and name another partner's row in what they are sent. */
export const callsThatName: Table = {
  'createLead#partner': () => ({ body: { ...client, partnerId: 2 } }),
  'createShortApplication#partner': () => ({ body: { ...client, partnerId: 2 } }),
  'createShortApplication#lead': ({ lead }) => ({ body: { ...client, leadId: Number(lead) } }),
  'createShortApplication#link': ({ short }) => ({ body: { ...client, linkTo: [Number(short)] } }),
  newShortApplication: ({ lead }) => ({ query: { leadId: lead } }),
  createFullApplication: () => ({
    body: { partnerId: 2, programme: '2', regionCode: '16', lastName: marker, firstName: 'Пётр' },
  }),
}

/** Calls of the same areas that neither take nor answer anything of a case that is not the caller's own. */
export const callsOfNoCase: readonly string[] = [
  'listAgreementInsurers',
  // Asks other calls, each with its own rights.
  'readTogether',
  // Of the bank's own people: who decides, and what they may approve.
  ...['list', 'get', 'approve', 'reject', 'withdraw'].map((of) => `authorityRequests.${of}`),
  'getUnderwriter',
  'listAuthorityHistory',
  'joinDistribution',
  'requestAuthority',
  'requestAuthorityChange',
  'requestAuthorityEnd',
  'listUnderwriterGroups',
  'searchUnderwriters',
  'underwritersExport.now',
  'underwritersExport.task',
  ...[...callsOfCheckLists, ...callsOfGroups, ...callsOfRulesById, ...callsOfRates],
  // Gives the caller a task or an application of those they see; tried by itself.
  'takeNextTask',
  'takeNextCheck',
  // Computes what it is sent.
  'calculateShortApplication',
  'listProductTypes',
  'listProductStatuses',
  'listContractTypeCodes',
  // Opens an application of the caller's own partner.
  'createLoanApplication',
  // For other systems: names the partner by a code; its own test refuses another's.
  'intakeApplications',
  'reportError',
]
