import { z } from 'zod'
import { DateText } from '../../common/amounts.ts'
import { Id, IdParam, Instant, keyOf } from '../../common/scalars.ts'
import { endpoint, signedIn } from '../../endpoint.ts'
import { CreditBureau } from './credit-bureaus.ts'

/** Events of a credit history of which the bank tells the bureaus when it decides, by the numbers of положение Банка России 758-П: the source has approved what was applied for, or has declined the deal (218-ФЗ). */
export const noticeEvents = {
  '1.2': 'обращение одобрено',
  '1.3': 'отказ от сделки',
} as const
export type NoticeEvent = keyof typeof noticeEvents

export const noticeStates = { WAITING: 'В очереди', SENT: 'Передано', FAILED: 'Не передано' } as const
export type NoticeState = keyof typeof noticeStates

/** What a bureau is told of a decision about one of those who owe. */
export const BureauNotice = z.object({
  id: Id,
  decisionId: Id,
  participantId: Id,
  participantName: z.string(),
  bureau: CreditBureau,
  event: keyOf(noticeEvents),
  /** The consent to the credit history that stood in the questionnaire; the law asks for none here. */
  consentOn: DateText.nullable(),
  state: keyOf(noticeStates),
  queuedAt: Instant,
  endedAt: Instant.nullable(),
  /** The number under which the bureau has taken it. */
  receipt: z.string().nullable(),
  error: z.string().nullable(),
  standIn: z.boolean(),
})
export type BureauNotice = z.output<typeof BureauNotice>

const Params = z.object({ id: IdParam })
export const listBureauNotices = endpoint({
  method: 'GET',
  path: '/underwriting/:id/bureau-notices',
  summary: 'Что передано в бюро о решениях по заявке',
  access: signedIn,
  params: Params,
  response: z.array(BureauNotice),
})

/** Puts one that was not taken back into the queue; for whoever decides on the case at one of its stages. */
export const sendNoticeAgain = endpoint({
  method: 'POST',
  path: '/underwriting/:id/bureau-notices/:noticeId/send',
  summary: 'Передать в бюро ещё раз',
  access: signedIn,
  params: Params.extend({ noticeId: IdParam }),
  response: z.array(BureauNotice),
})
