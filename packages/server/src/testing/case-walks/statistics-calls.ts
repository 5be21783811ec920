const filter = { from: '2026-01-01', to: '2026-12-31' }
const exported = { params: { cut: 'PARTNER' }, body: { format: 'csv', filter, columns: ['name', 'decided'] } }

const content = {
  ...{ pdo: 20, targetScore: 600, targetOdds: 50, base: 0 },
  characteristics: [{ code: 'AGE', bins: [{ points: 1 }], missing: 0 }],
  bands: [{ from: null, advice: 'REVIEW' }],
}
const one = { params: { id: '1' } }

const limited = { format: 'csv', filter: {}, columns: ['number', 'margin'] }

/** Numbers of the bank's decisions: nobody of a partner is let in, whatever rights they hold. */
export const callsOfStatistics = {
  getStatistics: () => ({ body: { filter, cut: 'PARTNER' } }),
  getStageTimes: () => ({ body: { filter } }),
  listDeciders: () => ({}),
  'statisticsExport.now': () => exported,
  'statisticsExport.task': () => exported,
  getVintages: () => ({ body: { filter: {} } }),
  'vintagesExport.now': () => ({ body: { format: 'csv', filter: {}, columns: ['month', 'late90'] } }),
  'vintagesExport.task': () => ({ body: { format: 'csv', filter: {}, columns: ['month', 'late90'] } }),
  searchLimitCases: () => ({ body: { zone: 'all' } }),
  countLimitCases: () => ({ body: {} }),
  searchLimitCells: () => ({ body: { zone: 'all' } }),
  countLimitCells: () => ({ body: {} }),
  'limitCasesExport.now': () => ({ body: limited }),
  'limitCasesExport.task': () => ({ body: limited }),
  startPaymentLoad: () => ({}),
  listPaymentLoads: () => ({}),
  getPaymentLoad: () => one,
  listPaymentRows: () => one,
  applyPaymentLoad: () => ({ ...one, body: {} }),
  listScorecards: () => ({}),
  getScorecard: () => one,
  createScorecard: () => ({ body: { title: 'Чужая', fromId: null } }),
  saveScorecard: () => ({ ...one, body: { title: 'Чужая', content, version: 1 } }),
  sendScorecard: () => ({ ...one, body: { action: 'submit', version: 1 } }),
  decideScorecard: () => ({ ...one, body: { action: 'promote', version: 1 } }),
  getScorecardProcess: () => one,
  listScorecardHistory: () => one,
  getScorecardImpact: () => one,
  searchQualityChecks: () => ({ body: { tab: 'ALL' } }),
  countQualityChecks: () => ({ body: {} }),
  getQualityCheck: () => one,
  gradeDecision: () => ({ ...one, body: { answers: [], version: 1 } }),
  cancelQualityCheck: () => ({ ...one, body: { comment: 'чужое', version: 1 } }),
  disputeQuality: () => ({ ...one, body: { comment: 'чужое', version: 1 } }),
  answerQualityDispute: () => ({ ...one, body: { action: 'uphold', comment: 'чужое', version: 1 } }),
  listQualitySamples: () => ({}),
  drawQualitySample: () => ({ body: { rule: 'RANDOM', from: '2026-01-01', to: '2026-12-31' } }),
  verifyQualitySample: () => one,
  getQualityChecklist: () => ({}),
  saveQualityChecklist: () => ({
    body: { questions: [{ code: 'A', text: 'Чужой?', severity: 'MINOR' }], after: 0 },
  }),
  getQualityTotals: () => ({}),
}

/** Limits and caps of rates are of no case; who is let in is their own test's. */
export const callsOfRates = [
  'getLimitFrame',
  'searchRateLimits',
  'listLimitVersions',
  'limitsExport.now',
  'limitsExport.task',
  'compareLimitFile',
  'requestRateLimits',
  'searchRateCaps',
  'requestRateCap',
  'requestCapChange',
  'requestCapEnd',
  'checkRate',
  'rateRequests.list',
  'rateRequests.get',
  'rateRequests.approve',
  'rateRequests.reject',
  'rateRequests.withdraw',
] as const

/** Of the bank's groups of underwriters: no id of a case. */
export const callsOfGroups: readonly string[] = [
  'getUnderwritingGroup',
  'saveGroupPlan',
  'searchUnderwritingGroups',
  'startGroupHelp',
  'endGroupHelp',
  'moveGroupQueue',
  'moveGroupMember',
]
