import type { Asked, ForeignIds } from '../case-calls.ts'

const ofObject =
  (rest: Asked = {}) =>
  ({ full, realty }: ForeignIds): Asked => ({ ...rest, params: { id: full, objectId: realty } })
const ofPart =
  (rest: Asked = {}) =>
  ({ full, realty }: ForeignIds): Asked => ({
    ...rest,
    params: { id: full, objectId: realty, part: 'SELLER' },
  })
const ofOpinion =
  (rest: Asked = {}) =>
  ({ full }: ForeignIds): Asked => ({ ...rest, params: { id: full, opinionId: '1' } })

const ofControl =
  (rest: Asked = {}) =>
  ({ full }: ForeignIds): Asked => ({ ...rest, params: { id: full, controlId: '1' } })

/** Calls by which the bank examines people and objects of a case, as `callsById` has them. */
export const callsOfReviews = {
  startControl: ({ full }: ForeignIds): Asked => ({ params: { id: full }, body: { participantId: 1 } }),
  saveControl: ofControl({ body: { answers: {}, version: 1 } }),
  signControl: ofControl({ body: { version: 1 } }),
  saveReviewPart: ofPart({ body: { answers: {}, version: 0 } }),
  listBureauNotices: ({ full }: ForeignIds): Asked => ({ params: { id: full } }),
  sendNoticeAgain: ({ full }: ForeignIds): Asked => ({ params: { id: full, noticeId: '1' } }),
  askOpinion: ofObject({ body: { question: 'чужой' } }),
  saveOpinion: ofOpinion({ body: { answers: {}, version: 1 } }),
  signOpinion: ofOpinion({ body: { version: 1 } }),
  withdrawOpinion: ofOpinion({ body: { reason: 'чужой', version: 1 } }),
}

/** Those that read what was found, and work in the journals: for the bank alone. */
export const readsOfReviews = {
  getControls: ({ full }: ForeignIds): Asked => ({ params: { id: full } }),
  listControlHistory: ofControl(),
  getObjectSheet: ({ full }: ForeignIds): Asked => ({ params: { id: full } }),
  getObjectReview: ofObject(),
  readExtract: ({ full, realty }: ForeignIds): Asked => ({
    params: { id: full, objectId: realty, documentId: '1', storageId: crypto.randomUUID() },
  }),
  listReviewHistory: ofPart({ query: {} }),
  listOpinionHistory: ofOpinion({ query: {} }),
  listCheckLists: (): Asked => ({}),
  listJournalCategories: (): Asked => ({}),
  escalateTask: ({ full }: ForeignIds): Asked => ({
    params: { id: full },
    body: { version: 1, reason: 'Сложный доход' },
  }),
  changeJournalTasks: ({ full }: ForeignIds): Asked => ({
    body: { ids: [Number(full)], change: { action: 'take' } },
  }),
}

/** Questions by the goal of a loan: of the whole bank. */
export const callsOfCheckLists: readonly string[] = ['draftCheckList', 'saveCheckList', 'moveCheckList']
