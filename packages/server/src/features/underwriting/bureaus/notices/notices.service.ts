import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import type {
  BureauNotice,
  NoticeEvent,
} from '@ipoteka-office/contract/underwriting/bureaus/bureau-notices.ts'
import { bureauCodes } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import type { DecisionOutcome } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import { conflict, forbidden } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { BureauUnavailable, type RefusalCode } from '#integrations/credit-bureaus/bureau-client.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { requireDecidable } from '../../decisions.service.ts'
import { type BureauParts, lacksOf, subjectOf } from '../ask-bureau.service.ts'
import { beginNotice, endNotice, findNotices, insertNotice, reopenNotice } from './notices.repo.ts'

/** What a bureau is told by a decision; nothing of what is no word to the client yet. */
const events: Readonly<Partial<Record<DecisionOutcome, NoticeEvent>>> = {
  APPROVE: '1.2',
  REJECT: '1.3',
  REVOKE: '1.3',
}

/** Reasons that the bureaus have a code for; of every other one, and of what is kept silent, they learn that it is policy. */
const refusals: Readonly<Record<string, RefusalCode>> = {
  R01: 'CREDIT_HISTORY',
  R02: 'CREDIT_HISTORY',
  R03: 'DEBT_LOAD',
  R04: 'DEBT_LOAD',
  R14: 'MISMATCH',
  R15: 'MISMATCH',
}
/** The first of them that has a code. */
export const refusalOf = (reasons: readonly string[]): RefusalCode =>
  reasons.flatMap((code) => refusals[code] ?? [])[0] ?? 'POLICY'

const dayOf = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null

/** Queues what the bureaus are told of a decision, in the transaction that writes it. */
export async function queueNotices(
  { clock }: Pick<Engine, 'clock'>,
  db: Db,
  { id: caseId }: Pick<CaseRow, 'id'>,
  {
    decisionId,
    outcome,
    stored,
  }: {
    readonly decisionId: number
    readonly outcome: DecisionOutcome
    readonly stored: Pick<StoredQuestionnaire, 'participants'>
  },
): Promise<void> {
  const event = events[outcome]
  if (event === undefined) return
  const at = clock.now()
  for (const { id: participantId, sections } of stored.participants.filter(({ role }) => isDebtor(role)))
    for (const bureau of bureauCodes) {
      const consentOn = dayOf(sections.CONSENTS?.['creditHistoryOn'])
      const noticeId = await insertNotice(db, {
        ...{ caseId, decisionId, participantId, bureau, event, consentOn, at },
      })
      if (noticeId !== undefined) await enqueue(db, 'bureau-notice', { noticeId })
    }
}

async function tell(
  { db, bureaus }: Pick<BureauParts, 'db' | 'bureaus'>,
  notice: NonNullable<Awaited<ReturnType<typeof beginNotice>>>,
  signal: AbortSignal,
): Promise<string> {
  const { participants } = await readQuestionnaire(db, notice.caseId, notice.type)
  const person = participants.find(({ id }) => id === notice.participantId)
  if (person === undefined) throw new BureauUnavailable('Участника больше нет в заявке', { isFinal: true })
  const subject = subjectOf(person)
  const lacks = lacksOf({ person: subject })
  if (lacks !== null) throw new BureauUnavailable(lacks, { isFinal: true })
  const { id, bureau, event, consentOn, number, decidedOn, amount, reasons, attempts } = notice
  return bureaus.tell(
    {
      ...{ noticeId: `bureau-notice-${id}`, bureau, event, person: subject, consentOn, attempt: attempts },
      application: { number, decidedOn, amount, refusal: event === '1.3' ? refusalOf(reasons) : null },
    },
    signal,
  )
}

/** One attempt of one notice, outside any transaction; what is sent already is left alone. */
export async function sendNotice(
  parts: Pick<BureauParts, 'db' | 'engine' | 'bureaus'>,
  noticeId: number,
  { isLast, signal }: { readonly isLast: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { db, engine, bureaus } = parts
  const notice = await beginNotice(db, noticeId, engine.clock.timeZone)
  if (notice === undefined) return
  const ended = () => ({ at: engine.clock.now(), standIn: bureaus.kind === 'STAND_IN' })
  try {
    await endNotice(db, noticeId, { receipt: await tell(parts, notice, signal), error: null, ...ended() })
  } catch (error) {
    if (!(error instanceof BureauUnavailable) || !(isLast || error.isFinal)) throw error
    await endNotice(db, noticeId, { receipt: null, error: error.message, ...ended() })
  }
}

/** Who decides on cases at one of their stages. */
const deciders = ['Underwrite', 'ControlDecision', 'DecideInCommittee']

/** What was told of the decisions on a case, for the people of the bank. */
export async function noticesOf(context: Context, caseId: number): Promise<BureauNotice[]> {
  const row = await requireDecidable(context, caseId)
  return findNotices(context.db, row.id)
}

/** Queues once more what a bureau has not taken. */
export async function sendAgain(
  context: Context,
  { id, noticeId }: { readonly id: number; readonly noticeId: number },
): Promise<BureauNotice[]> {
  const { db, actor } = context
  const row = await requireDecidable(context, id, 'update')
  if (!deciders.some((operation) => holds(actor, row.type, operation)))
    throw forbidden('Передаёт ещё раз тот, кто решает по заявкам')
  if (!(await reopenNotice(db, row.id, noticeId)))
    throw conflict('Передавать ещё раз нечего: сведения уже в очереди или приняты. Обновите страницу')
  await enqueue(db, 'bureau-notice', { noticeId })
  return findNotices(db, row.id)
}
