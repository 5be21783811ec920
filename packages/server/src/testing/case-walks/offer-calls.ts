import type { Asked, ForeignIds } from '../case-calls.ts'

const version = 1
const ofCase =
  (rest: Asked = {}) =>
  ({ full }: ForeignIds): Asked => ({ ...rest, params: { id: full } })

/** Calls of what the bank asks and offers while it decides. */
export const callsOfOffers: Readonly<Record<string, (ids: ForeignIds) => Asked>> = {
  listRequestedDocuments: ofCase(),
  requestDocuments: ofCase({ body: { version, documents: [{ document: 'SNILS', text: 'чужое' }] } }),
  reconsider: ofCase({ body: { version, causes: ['AMOUNT'], text: 'чужое' } }),
}
