import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import { incomeOfSources } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { heldFactor, heldWords } from '@ipoteka-office/contract/compliance/held.ts'
import type { Facts } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type {
  EngineAnswer,
  EngineRun,
  EngineRuns,
  StopDispute,
} from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, caseHead } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { hasWritten, ownWorkReason } from '#features/cases/engine/own-work.service.ts'
import { meansOfCase } from '#features/cases/means/case-means.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { withheldFactors } from '#features/compliance/held.service.ts'
import { checksOfCase, refusalToRetry } from '#features/full-applications/auto-checks.service.ts'
import { shownRaw } from '#features/full-applications/checks/checks-grid.rules.ts'
import { requireReviewed } from '#features/full-applications/checks/checks-grid.service.ts'
import { decisionProduct } from '#features/products/pricing/decision-product.service.ts'
import { conflict, forbidden } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import {
  type AssessmentRequest,
  type DecisionEngine,
  DecisionUnavailable,
} from '#integrations/decision-engine/decision-engine.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import { bankDay } from '#lib/bank-time.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { requestedTerms } from '../grounds.service.ts'
import { tellOfLateStops } from '../notices/late-stops.service.ts'
import {
  beginAttempt,
  countRepeats,
  type DisputeRow,
  endRun,
  findCaseDocuments,
  findDisputes,
  findRuns,
  holdCase,
  insertRun,
  type RunRow,
} from './runs.repo.ts'
import { differencesOf, disputeOf } from './runs.rules.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Asks the engine when an application comes to the checks. */
export async function requestRun(
  db: Db,
  run: { readonly caseId: number; readonly stage: string; readonly at: Date },
): Promise<void> {
  const id = await insertRun(db, { ...run, by: null, reason: '' })
  if (id !== null) await enqueue(db, 'decision-run', { runId: id })
}

/** What of the terms and of the client a price is asked by; the rest decides whether, which is the engine's to say. */
function factsOf(
  { terms, work }: { readonly terms: SectionValues; readonly work: SectionValues },
  lending: 'MORTGAGE' | 'CASH_LOAN',
  amount: string | null,
): Facts {
  const { salaryClient, employmentType, organizationType } = work
  const { programme, productType, goal, regionCode, termMonths, propertyPrice } = terms
  const said = {
    ...(lending === 'MORTGAGE'
      ? { programme, goal, propertyPrice }
      : { loanProduct: productType, loanGoal: goal }),
    ...{ amount, region: regionCode, termMonths, salaryClient, employmentType, organizationType },
  }
  const known = Object.entries(said).filter(
    ([, value]) =>
      (typeof value === 'string' && value !== '') || ['number', 'boolean'].includes(typeof value),
  )
  return Object.fromEntries(known)
}

async function requestOf(
  engine: Engine,
  db: Db,
  { runId, caseId, type }: { runId: number; caseId: number; type: CaseType },
): Promise<AssessmentRequest> {
  const stored = await readQuestionnaire(db, caseId, type)
  const { debtLoad, loanToValue } = await meansOfCase(db, engine, caseId, stored)
  const { amount, termMonths, rate } = requestedTerms(stored)
  const terms = stored.sections.CREDIT ?? stored.sections.LOAN ?? {}
  const borrower = stored.participants.find(({ role }) => role === 'MAIN_BORROWER')
  const work = borrower?.sections.EMPLOYMENT ?? {}
  const lending = caseTypes[type].product === 'MORTGAGE' ? 'MORTGAGE' : 'CASH_LOAN'
  const programme = textOf(terms[lending === 'MORTGAGE' ? 'programme' : 'productType'])
  return {
    requestId: `decision-run-${runId}`,
    product: lending,
    programme,
    sold: await decisionProduct(engine, db, {
      caseId,
      lending,
      programme,
      regionCode: textOf(terms['regionCode']),
      channel: textOf(terms['channel']),
      facts: factsOf({ terms, work }, lending, amount),
    }),
    region: textOf(terms['regionCode']),
    amount,
    months: termMonths,
    rate,
    debtLoad,
    loanToValue,
    people: stored.participants
      .filter(({ role }) => isDebtor(role))
      .map(({ role, sections }) => ({
        role,
        passport: textOf(sections.PERSONAL?.['passport']),
        birthDate: textOf(sections.PERSONAL?.['birthDate']),
        income: incomeOfSources(sections.INCOME),
      })),
    checks: (await checksOfCase(db, caseId)).map(({ code, state }) => ({ code, state })),
    today: bankDay(engine.clock),
  }
}

/** What the job needs. */
export interface RunParts {
  readonly db: Db
  readonly engine: Engine
  readonly decisions: DecisionEngine
}

/** Handler of the queue `decision-run`: asks outside any transaction; may be called twice for one run. */
export const runWork =
  ({ db, engine, decisions }: RunParts): JobHandler<{ runId: number }> =>
  async ({ runId }, { isLastAttempt, signal }) => {
    const run = await beginAttempt(db, runId)
    if (run === undefined) return
    const request = await requestOf(engine, db, { runId, ...run })
    const since = performance.now()
    const standIn = decisions.kind === 'STAND_IN'
    const end = (tx: Db, more: Pick<Parameters<typeof endRun>[2], 'answer' | 'error'>) => {
      const durationMs = Math.round(performance.now() - since)
      return endRun(tx, runId, { at: engine.clock.now(), durationMs, standIn, request, ...more })
    }
    const keep = (said: EngineAnswer) =>
      db.transaction().execute(async (tx) => {
        await holdCase(tx, run.caseId)
        const of = { caseId: run.caseId, request, standIn }
        const answer = await withheldFactors(engine, tx, of, said)
        const before = (await findRuns(tx, run.caseId)).find((one) => one.answer !== null)?.answer
        const known = new Set(before?.factors.map(({ code }) => code))
        await end(tx, { answer, error: null })
        await tellOfLateStops(
          tx,
          run.caseId,
          answer.factors
            .filter(({ code }) => !known.has(code) && code !== heldFactor.code)
            .map(({ name }) => `СПР: ${name}`),
        )
      })
    try {
      await keep(await decisions.assess(request, signal))
    } catch (error) {
      if (!(error instanceof DecisionUnavailable)) throw error
      if (!isLastAttempt && !error.isFinal) throw error
      await end(db, { answer: null, error: error.message })
    }
  }

const waits = 'Запрос уже отправлен: дождитесь ответа'

/** Why the caller neither asks the engine again nor disputes what it says. */
export async function refusalToAct({ db, actor }: Context, row: CaseRow): Promise<string | null> {
  if (refusalToRetry(actor, row) !== null)
    return 'Запрос в СПР повторяет и стоп-факторы оспаривает тот, кто принимает решение, пока заявка у банка'
  return ownWorkReason(db, row, { actor, requestId: null })
}

/** Midnight of the bank's day. */
const dayStart = ({ clock }: Engine): Date =>
  new Date(Temporal.PlainDate.from(bankDay(clock)).toZonedDateTime(clock.timeZone).epochMilliseconds)

async function leftToday(engine: Engine, db: Db, caseId: number): Promise<number> {
  const most = await engine.parameters.parameter('engine-repeats', bankDay(engine.clock))
  return Math.max(0, most - (await countRepeats(db, caseId, dayStart(engine))))
}
const spent = 'Повторы на сегодня закончились: следующий — завтра'

const toDispute = (
  { runId: _, value: __, taskId: ___, ...row }: DisputeRow,
  refusal: string | null,
): StopDispute => ({ ...row, refusal: row.outcome === null ? refusal : 'На это уже ответили' })

interface Reading {
  readonly context: Context
  readonly row: CaseRow
  readonly disputes: readonly DisputeRow[]
  readonly refusalToDispute: string | null
  readonly refusalToAnswer: (dispute: DisputeRow) => string | null
}

const withoutFactors = ({ factors: _, ...said }: EngineAnswer): EngineRun['answer'] => said

function toRun(
  { context, row, disputes, refusalToDispute, refusalToAnswer }: Reading,
  run: RunRow,
  { before, isLatest }: { readonly before: RunRow | undefined; readonly isLatest: boolean },
): EngineRun {
  const { stage, reason, answer, request, response, ...rest } = run
  const where = `этап «${stageNameFor(context.actor, row.type, stage)}»`
  const factors = answer?.factors ?? []
  return {
    ...rest,
    cause: rest.by === null ? `Автоматически, ${where}` : `Повтор, ${where}: ${reason}`,
    answer: answer === null ? null : withoutFactors(answer),
    factors: factors.map((factor) => {
      const dispute = disputeOf(factor, disputes)
      return {
        ...factor,
        dispute: dispute === undefined ? null : toDispute(dispute, refusalToAnswer(dispute)),
        refusalToDispute:
          hardReason(factor) ??
          (isLatest ? null : 'Оспаривают последний ответ') ??
          (dispute === undefined ? null : 'Стоп-фактор уже оспаривали') ??
          refusalToDispute,
      }
    }),
    differences: answer === null ? [] : differencesOf(before?.answer ?? undefined, answer),
    request: request === null ? null : shownRaw(request),
    response: response === null ? null : shownRaw(response),
  }
}

/** Why nobody disputes a factor; null where it may be. */
export const hardReason = ({
  code,
  hard,
}: {
  readonly code: string
  readonly hard: boolean
}): string | null => {
  if (code === heldFactor.code) return heldWords
  return hard ? 'Этот стоп-фактор не оспаривают: он закрывает кредит для всех' : null
}

/** Why the caller does not answer disputes of a case; null where nothing of theirs forbids it. */
export async function refusalToAnswerHere({ db, actor }: Context, row: CaseRow): Promise<string | null> {
  if (row.closed || row.archivedAt !== null) return 'Дело закрыто'
  if (!holds(actor, row.type, 'ControlDecision')) return 'Отвечает руководитель, который контролирует решения'
  return (await hasWritten(db, row.id, actor.employeeId))
    ? 'Вы готовили эту заявку: отвечает другой руководитель'
    : null
}
export const ownDispute = 'Вы сами оспорили этот стоп-фактор: отвечает другой руководитель'

/** What the engine has said of an application. */
export async function engineRuns(engine: Engine, context: Context, caseId: number): Promise<EngineRuns> {
  const { db, actor } = context
  const row = await requireReviewed(context, caseId)
  const { id, type, number, clientName, stageName, partner } = await caseHead(engine, db, actor, caseId)
  const rows = await findRuns(db, caseId)
  const refusal = await refusalToAct(context, row)
  const left = await leftToday(engine, db, caseId)
  const refusalHere = await refusalToAnswerHere(context, row)
  const reading: Reading = {
    context,
    row,
    disputes: await findDisputes(db, caseId),
    refusalToDispute: refusal,
    refusalToAnswer: ({ by }) => refusalHere ?? (by.id === actor.employeeId ? ownDispute : null),
  }
  const answered = rows.filter(({ answer }) => answer !== null)
  const isWaiting = rows[0]?.state === 'WAITING'
  return {
    head: { id, type, number, clientName, stageName, partner },
    left,
    refusalToRepeat: refusal ?? (isWaiting ? waits : null) ?? (left === 0 ? spent : null),
    runs: rows.map((run) =>
      toRun(reading, run, {
        before: answered[answered.indexOf(run) + 1],
        isLatest: answered[0]?.id === run.id,
      }),
    ),
    documents: await findCaseDocuments(db, caseId, row.type),
  }
}

/** Asks the engine again, with the reason, as often as the day allows. */
export async function repeatRun(
  engine: Engine,
  context: Context,
  caseId: number,
  { reason }: { readonly reason: string },
): Promise<EngineRuns> {
  const { db, actor } = context
  const row = await requireReviewed(context, caseId, 'update')
  const refusal = await refusalToAct(context, row)
  if (refusal !== null) throw forbidden(refusal)
  if ((await leftToday(engine, db, caseId)) === 0) throw conflict(spent)
  const at = engine.clock.now()
  const id = await insertRun(db, { caseId, by: actor.employeeId, reason, stage: row.stage, at })
  if (id === null) throw conflict(waits)
  await enqueue(db, 'decision-run', { runId: id })
  return engineRuns(engine, context, caseId)
}
