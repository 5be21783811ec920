import type { Asked, ForeignIds } from '../case-calls.ts'

const one = { params: { id: '1' } }
const version = 1

const ofRequests = (calls: string): Record<string, () => Asked> => ({
  [`${calls}.list`]: () => ({}),
  [`${calls}.get`]: () => one,
  [`${calls}.approve`]: () => ({ ...one, body: { version, comment: '' } }),
  [`${calls}.reject`]: () => ({ ...one, body: { version, comment: 'чужой' } }),
  [`${calls}.withdraw`]: () => ({ ...one, body: { version } }),
})

/** Individual rates are decided on in the bank alone. */
const callsOfOwnRates = {
  ...ofRequests('individualRateRequests'),
  ...ofRequests('individualLoanRateRequests'),
}

/** Individual rates, shares and tariffs of insurers: nobody of a partner is let in, whatever rights they hold. */
export const callsOfInsurers = {
  ...callsOfOwnRates,
  uploadTariff: () => ({}),
  listTariffs: () => ({}),
  getTariff: () => one,
  listTariffRows: () => one,
  decideTariff: () => ({ ...one, body: { action: 'approve', version } }),
  askPremiums: () => ({ body: { type: 'LIFE', debt: '1' } }),
  listDistributions: () => ({ query: { lending: 'MORTGAGE' } }),
  getDistribution: () => one,
  createDistribution: () => ({
    body: { lending: 'MORTGAGE', title: 'Чужая', validFrom: '2026-12-01', fromId: null },
  }),
  saveDistribution: () => ({
    ...one,
    body: { title: 'Чужая', validFrom: '2026-12-01', content: { rows: [] }, version },
  }),
  sendDistribution: () => ({ ...one, body: { action: 'submit', version } }),
  decideDistribution: () => ({ ...one, body: { action: 'approve', version } }),
  getDistributionProcess: () => one,
  listDistributionHistory: () => one,
  exportDistribution: () => one,
  readDistributionFile: () => one,
  simulateDistribution: () => one,
  decideSurcharge: ({ agreement }: ForeignIds) => ({
    params: { id: agreement },
    body: { decision: 'CONFIRMED', version },
  }),
}

const ofAgreement =
  (rest: Asked = {}) =>
  ({ agreement }: ForeignIds): Asked => ({ ...rest, params: { id: agreement } })

/** Insurance of a case. */
export const callsOfAgreements = {
  getCaseInsurance: ({ full }: ForeignIds): Asked => ({ params: { id: full } }),
  getAgreement: ofAgreement(),
  listInsuranceOffers: ofAgreement(),
  getSurchargeSchedule: ofAgreement(),
  // An old version: it is late wherever the agreement is seen.
  chooseInsurerOf: ofAgreement({ body: { insurerId: 1, version: 9 } }),
  saveAgreement: ofAgreement({
    body: {
      ...{ documentKind: 'POLICY', number: '', signedOn: null, startsBy: null, from: null, to: null },
      ...{ sum: null, premium: null, instalments: 1, beneficiary: '', paidOn: null, version },
    },
  }),
  attachAgreementDocuments: ofAgreement({ body: { documentIds: [], version } }),
  moveAgreement: ofAgreement({ body: { action: 'cancel', version, comment: 'чужой' } }),
  createAgreement: ({ full }: ForeignIds): Asked => ({ body: { caseId: Number(full), type: 'LIFE' } }),
}

interface Case {
  readonly full: string
  readonly loan: string
}

/** What an application costs: the means of its people, and prices. */
export const callsOfPrices = {
  getCaseMeans: ({ full }: Case) => ({ params: { id: full } }),
  getApplicationTerms: ({ full }: Case) => ({ params: { id: full } }),
  getLoanTerms: ({ loan }: Case) => ({ params: { id: loan } }),
  getCasePrice: ({ full }: Case) => ({ params: { id: full } }),
  checkCasePrice: ({ full }: Case) => ({ params: { id: full } }),
  findCaseOffers: ({ full }: Case) => ({ params: { id: full }, body: {} }),
  askIndividualRate: ({ full }: Case) => ({ params: { id: full }, body: { rate: '5', reason: 'Проверка' } }),
  takeCaseOffer: ({ full }: Case) => ({ params: { id: full }, body: { productId: 1, rate: '21.4' } }),
}
