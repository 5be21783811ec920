import type { Asked, ForeignIds } from '../case-calls.ts'

const one = { params: { id: '1' } }
const version = 1

/** Shares and tariffs of insurers: nobody of a partner is let in, whatever rights they hold. */
export const callsOfInsurers = {
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
  // An old version: it is late wherever the agreement is seen.
  chooseInsurerOf: ofAgreement({ body: { insurerId: 1, version: 9 } }),
  saveAgreement: ofAgreement({
    body: {
      ...{ documentKind: 'POLICY', number: '', signedOn: null, startsBy: null, from: null, to: null },
      ...{ sum: null, premium: null, instalments: 1, beneficiary: '', paidOn: null, version },
    },
  }),
  moveAgreement: ofAgreement({ body: { action: 'cancel', version, comment: 'чужой' } }),
  createAgreement: ({ full }: ForeignIds): Asked => ({ body: { caseId: Number(full), type: 'LIFE' } }),
}
