import type { Asked, ForeignIds } from '../case-calls.ts'

const version = 1
const offered = { amount: '1000000', termMonths: 120, rate: '17.5' }
const ofCase =
  (rest: Asked = {}) =>
  ({ full }: ForeignIds): Asked => ({ ...rest, params: { id: full } })

/** Calls of what the bank asks and offers while it decides. */
export const callsOfOffers: Readonly<Record<string, (ids: ForeignIds) => Asked>> = {
  listRequestedDocuments: ofCase(),
  requestDocuments: ofCase({ body: { version, documents: [{ document: 'SNILS', text: 'чужое' }] } }),
  getOffers: ofCase(),
  getOfferStart: ofCase(),
  evaluateOffer: ofCase({ body: offered }),
  signOffers: ofCase({ body: { version, offers: [{ ...offered, clientText: 'чужое' }], comment: 'чужое' } }),
  acceptOffer: ofCase({ body: { version, place: 1 } }),
  reconsider: ofCase({ body: { version, causes: ['AMOUNT'], text: 'чужое' } }),
}
