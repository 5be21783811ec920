import { incomeOfAll } from '@ipoteka-office/contract/cases/monthly-means.ts'
import type { Db } from '#db/database.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { bySystem, type Engine, type MoveEvent } from '#features/cases/engine/engine.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { decisionProduct } from '#features/products/pricing/decision-product.service.ts'
import {
  type DecisionAnswer,
  type DecisionEngine,
  type DecisionProduct,
  type DecisionRequest,
  DecisionUnavailable,
} from '#integrations/decision-engine/decision-engine.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type CalculationDay, calculateWish } from './calculation.rules.ts'
import { beginAttempt, endPreDecision, insertPreDecision, noteFailure } from './pre-decisions.repo.ts'
import { findShort, type ShortRow } from './short-applications.repo.ts'

/** Asks for the decision when the move is committed. */
export async function requestPreDecision({ db, caseId, mover }: MoveEvent): Promise<void> {
  const id = await insertPreDecision(db, caseId, mover.actor?.employeeId ?? null)
  await enqueue(db, 'pre-decision', { preDecisionId: id })
}

/** What a short application tells of the wish, as prices ask for it. */
function productOf(engine: Engine, db: Db, row: ShortRow): Promise<DecisionProduct | null> {
  const { id, programmeCode, goalCode, regionCode, channelCode, amount, months, objectPrice } = row
  return decisionProduct(engine, db, {
    caseId: id,
    lending: 'MORTGAGE',
    programme: programmeCode,
    regionCode,
    channel: channelCode,
    facts: {
      ...(programmeCode !== null && { programme: programmeCode }),
      ...(goalCode !== null && { goal: goalCode }),
      ...(regionCode !== null && { region: regionCode }),
      ...(amount !== null && { amount }),
      ...(months !== null && { termMonths: months }),
      ...(objectPrice !== null && { propertyPrice: objectPrice }),
      ...(row.salaryClient !== null && { salaryClient: row.salaryClient }),
    },
  })
}

function requestOf(
  id: number,
  row: ShortRow,
  product: DecisionProduct | null,
  { today, isWorking }: CalculationDay,
): DecisionRequest {
  const rate = row.rate ?? product?.rate ?? null
  const wish = { ...row, find: 'PAYMENT' as const, payment: null, rate: rate ?? '' }
  const income = incomeOfAll([row.income, ...row.coBorrowers.map((one) => one.income)])
  return {
    debtLoad: rate === null ? null : calculateWish({ ...wish, income }, { today, isWorking }).debtLoad,
    requestId: `pre-decision-${id}`,
    programme: row.programmeCode,
    product,
    goal: row.goalCode,
    region: row.regionCode,
    amount: row.amount ?? '0',
    months: row.months ?? 1,
    rate,
    objectPrice: row.objectPrice,
    downPayment: row.downPayment,
    borrower: {
      passport: row.passport,
      birthDate: row.birthDate,
      income: row.income,
      obligations: row.obligations,
    },
    coBorrowers: row.coBorrowers.map(({ birthDate, income }) => ({ birthDate, income })),
    today,
  }
}

type End = { readonly answer: DecisionAnswer } | { readonly error: string }

const moveOf = (end: End) =>
  'error' in end
    ? { action: 'scoringFailed', comment: `${end.error}. Отправьте на предрешение ещё раз` }
    : end.answer.approved
      ? { action: 'preApprove', comment: end.answer.notes.join('; ') }
      : { action: 'preReject', comment: end.answer.notes.join('; ') }

const stateOf = (end: End) => ('error' in end ? 'FAILED' : end.answer.approved ? 'APPROVED' : 'REJECTED')

const words = {
  FAILED: 'предрешение не получено',
  APPROVED: 'предварительно одобрена',
  REJECTED: 'отказ при предрешении',
}

/** What the job needs. */
export interface PreDecisionParts {
  readonly db: Db
  readonly engine: Engine
  readonly decisions: DecisionEngine
}

/** Writes the end of a request and moves the application, once: a second worker finds the request ended. */
async function finish(
  { db, engine, decisions }: PreDecisionParts,
  id: number,
  applicationId: number,
  end: End,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await findShort(tx, null, applicationId)
    if (row?.stage !== 'PRE_SCORING') {
      await endPreDecision(tx, id, { state: 'CANCELLED' })
      return
    }
    const state = stateOf(end)
    const isFirst = await endPreDecision(tx, id, {
      state,
      source: decisions.kind,
      ...('error' in end ? { error: end.error } : { answer: end.answer }),
    })
    if (!isFirst) return
    await moveCase(engine, tx, bySystem, applicationId, moveOf(end))
    if (row.responsibleId !== null)
      await notify(tx, row.responsibleId, {
        kind: state === 'FAILED' ? 'warning' : 'event',
        text: `Заявка ${row.number}: ${words[state]}`,
        link: `/short-app-edit/${applicationId}`,
      })
  })
}

/** Handler of the queue `pre-decision`: asks outside any transaction, writes in one; may be called twice for one request. */
export const preDecisionWork =
  (parts: PreDecisionParts): JobHandler<{ preDecisionId: number }> =>
  async ({ preDecisionId }, { isLastAttempt, signal }) => {
    const { db, engine, decisions } = parts
    const waiting = await beginAttempt(db, preDecisionId)
    if (waiting === undefined) return
    const { applicationId } = waiting
    const row = await findShort(db, null, applicationId)
    if (row?.stage !== 'PRE_SCORING') {
      await endPreDecision(db, preDecisionId, { state: 'CANCELLED' })
      return
    }
    try {
      const day = { today: bankDay(engine.clock), isWorking: await loadCalendar(db) }
      const product = await productOf(engine, db, row)
      const answer = await decisions.decide(requestOf(preDecisionId, row, product, day), signal)
      await finish(parts, preDecisionId, applicationId, { answer })
    } catch (error) {
      if (!(error instanceof DecisionUnavailable)) throw error
      if (!isLastAttempt && !error.isFinal) {
        await noteFailure(db, preDecisionId, error.message)
        throw error
      }
      await finish(parts, preDecisionId, applicationId, { error: error.message })
    }
  }
