import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { moveRecord } from '#features/machines/move-record.service.ts'
import {
  type InsurerAnswer,
  type InsurerClient,
  InsurerUnavailable,
} from '#integrations/insurers/insurer-client.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { agreementKind } from './agreement-kind.ts'
import { findAgreement, writeAnswer } from './agreements.repo.ts'
import type { StoredAgreement } from './stored-agreement.ts'

interface Question {
  readonly agreementId: number
  /** Which question it is: an answer to an older one changes nothing. */
  readonly asked: number
}

interface Parts {
  readonly db: Db
  readonly clock: BankClock
  readonly insurers: InsurerClient
}

const isOpen = (one: StoredAgreement | undefined, asked: number): one is StoredAgreement =>
  one !== undefined && one.state === 'UNDERWRITING' && one.asked === asked

/** Writes what the insurer has said and leads the agreement on; silence gives the choice back. */
async function settle(
  { db, clock, insurers }: Parts,
  { agreementId, asked }: Question,
  answer: InsurerAnswer | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const one = await findAgreement(tx, null, agreementId, { lock: true })
    if (!isOpen(one, asked)) return
    const text = answer?.text ?? 'Страховщик не ответил: отправьте ещё раз или предложите другого'
    await writeAnswer(tx, agreementId, {
      text,
      standIn: insurers.kind === 'STAND_IN',
      premium: answer?.decision === 'ACCEPT' ? answer.premium : null,
    })
    const action = answer === null ? 'silence' : answer.decision === 'ACCEPT' ? 'accept' : 'refuse'
    const mover = { db: tx, actor: null, requestId: `insurer-${agreementId}-${asked}`, clock }
    await moveRecord(agreementKind(true), mover, one, { action })
    await notify(tx, one.createdById, {
      kind: answer?.decision === 'ACCEPT' ? 'info' : 'warning',
      text: `Заявка № ${one.case.number}, ${one.insurer?.shortName ?? 'страховщик'}: ${text}`,
      link: casePath(one.case.type, one.case.id),
    })
  })
}

/** The job: one attempt of one question. What is answered already is left alone, so that a second call does no harm. */
export const insurerWorker =
  (parts: Parts): JobHandler<Question> =>
  async (question, { isLastAttempt, signal }) => {
    const { agreementId, asked } = question
    const one = await findAgreement(parts.db, null, agreementId)
    if (!isOpen(one, asked)) return
    const { type: _, sum: __, ...risk } = one.risk
    try {
      const answer = await parts.insurers.ask(
        {
          requestId: `insurance-${agreementId}-${asked}`,
          insurerInn: one.insurerInn ?? '',
          type: one.type,
          sum: one.sum ?? one.leastSum,
          premium: one.premium,
          risk,
        },
        AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
      )
      await settle(parts, question, answer)
    } catch (error) {
      const isFinal = error instanceof InsurerUnavailable && error.isFinal
      if (!isLastAttempt && !isFinal) throw error
      await settle(parts, question, null)
    }
  }
