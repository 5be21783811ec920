import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type * as api from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import type { CheckDetails, CheckRun } from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { heldWords } from '@ipoteka-office/contract/compliance/held.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { hasWritten, ownWorkReason } from '#features/cases/engine/own-work.service.ts'
import type { CheckRow } from '../auto-checks.repo.ts'
import { checksOfCase, refusalToRetry, retryOne, toCheck } from '../auto-checks.service.ts'
import {
  findRisks,
  findRuns,
  findVerdicts,
  insertRisk,
  insertVerdict,
  type RiskRow,
  type RunRow,
} from '../check-words.repo.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { refusalToJudgeWhole, refusalToTakeRisk, riskOf } from '../check-words.rules.ts'
import { type ApiError, conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { shownRaw } from './checks-grid.rules.ts'
import { requireReviewed, toRisk, toVerdict } from './checks-grid.service.ts'

interface Place {
  readonly id: number
  readonly checkId: number
}

const ownWork = 'Вы готовили эту заявку: об ответах проверок судит другой сотрудник'

/** Why the caller says nothing of the checks of a case; null where they may. */
async function refusalToJudge({ db, actor }: Context, row: CaseRow): Promise<ApiError | null> {
  const refusal = refusalToRetry(actor, row)
  if (refusal !== null) return refusal
  const own = await ownWorkReason(db, row, { actor, requestId: null })
  if (own !== null) return forbidden(own)
  return (await hasWritten(db, row.id, actor.employeeId)) ? forbidden(ownWork) : null
}

const mayTakeRisks = ({ actor }: Context) =>
  actor.operations.Underwriting?.includes('AcceptRisk')
    ? null
    : 'Риск принимает сотрудник с правом «Проверки: принятие риска»: попросите руководителя'

async function requireCheck(context: Context, { id, checkId }: Place, lock?: 'update') {
  const row = await requireReviewed(context, id, lock)
  const check = (await checksOfCase(context.db, id)).find((one) => one.id === checkId)
  if (check === undefined) throw notFound('Такой проверки в заявке нет: обновите страницу')
  return { row, check }
}

const toRun = (context: Context, row: CaseRow, run: RunRow): CheckRun => {
  const { stage, request, response, ...rest } = run
  const where = `этап «${stageNameFor(context.actor, row.type, stage)}»`
  return {
    ...rest,
    cause: run.by === null ? `Автоматически, ${where}` : `По запросу сотрудника, ${where}`,
    request: shownRaw(request),
    response: response === null ? null : shownRaw(response),
  }
}

async function detailsOf(
  engine: Engine,
  context: Context,
  { row, check }: { readonly row: CaseRow; readonly check: CheckRow },
): Promise<CheckDetails> {
  const { db, actor } = context
  const day = bankDay(engine.clock)
  const ofCheck = <W extends { readonly checkId: number }>(words: readonly W[]) =>
    words.filter(({ checkId }) => checkId === check.id)
  const verdicts = ofCheck(await findVerdicts(db, row.id))
  const risks = ofCheck(await findRisks(db, row.id))
  const judging = (await refusalToJudge(context, row))?.message ?? null
  const shown = toCheck(check, engine.clock.now())
  const mayNot = mayTakeRisks(context) ?? judging
  return {
    check: shown,
    version: check.version,
    runs: (await findRuns(db, check.id)).map((run) => toRun(context, row, run)),
    verdicts: verdicts.map((one) => toVerdict(one, check, verdicts)),
    risks: risks.map((one) => toRisk(one, check, risks, day)),
    refusalToRetry: refusalToRetry(actor, row)?.message ?? waiting(check),
    refusalToJudge: judging ?? lacksAnswer(check) ?? refusalToJudgeWhole(shown),
    refusalToTakeRisk: mayNot ?? refusalToTakeRisk(shown),
    refusalToWithdrawRisk: refusalToWithdraw(context, riskOf(check, risks, day), mayNot),
  }
}

/** Whoever took a risk takes it back, whatever rights they hold by now; of others those who may take one. */
function refusalToWithdraw(
  { actor }: Context,
  risk: RiskRow | undefined,
  mayNot: string | null,
): string | null {
  if (risk === undefined) return mayNot ?? noRisk
  return risk.by.id === actor.employeeId ? null : mayNot
}

const waiting = ({ state }: CheckRow) => (state === 'WAITING' ? 'Проверка уже выполняется' : null)
const noRisk = 'Принятого риска по этому ответу нет: отзывать нечего'
const lacksAnswer = ({ state }: CheckRow) => (state === 'HELD' ? heldWords : noAnswer(state))
const noAnswer = (state: CheckRow['state']) =>
  state === 'WAITING' || state === 'ERROR'
    ? 'Ответа ещё нет: судить не о чем. Нажмите «Повторить» и дождитесь его'
    : null

/** A check with everything that was asked, answered and said. */
export async function checkDetails(engine: Engine, context: Context, place: Place): Promise<CheckDetails> {
  return detailsOf(engine, context, await requireCheck(context, place))
}

/** Holds the case and refuses an old version: what is said is said of what was read. */
async function begin(engine: Engine, context: Context, place: Place, version: number) {
  const held = await requireCheck(context, place, 'update')
  if (held.check.version !== version) throw stale(await detailsOf(engine, context, held), undefined)
  return held
}

export async function retryCheck(
  engine: Engine,
  context: Context,
  place: Place,
  { version }: { readonly version: number },
): Promise<CheckDetails> {
  const { row, check } = await begin(engine, context, place, version)
  const refusal = refusalToRetry(context.actor, row)
  if (refusal !== null) throw refusal
  const busy = waiting(check)
  if (busy !== null) throw conflict(busy)
  const asking = { by: context.actor.employeeId, at: engine.clock.now() }
  await retryOne(context.db, row.id, check.id, asking)
  return checkDetails(engine, context, place)
}

export async function judgeCheck(
  engine: Engine,
  context: Context,
  place: Place,
  { version, ...said }: ParsedRequest<typeof api.judgeCheck>['body'],
): Promise<CheckDetails> {
  const { row, check } = await begin(engine, context, place, version)
  const refusal = await refusalToJudge(context, row)
  if (refusal !== null) throw refusal
  const lack = lacksAnswer(check) ?? refusalToJudgeWhole(toCheck(check, engine.clock.now()))
  if (lack !== null) throw conflict(lack)
  const saying = { caseId: row.id, check, by: context.actor.employeeId, at: engine.clock.now() }
  await insertVerdict(context.db, saying, said)
  return checkDetails(engine, context, place)
}

/** Holds the case for whoever may take risks in it. */
async function beginRisk(engine: Engine, context: Context, place: Place, version: number) {
  const held = await begin(engine, context, place, version)
  const right = mayTakeRisks(context)
  if (right !== null) throw forbidden(right)
  const refusal = await refusalToJudge(context, held.row)
  if (refusal !== null) throw refusal
  return held
}

export async function takeRisk(
  engine: Engine,
  context: Context,
  place: Place,
  { version, reason, validTo }: ParsedRequest<typeof api.takeRisk>['body'],
): Promise<CheckDetails> {
  const { row, check } = await beginRisk(engine, context, place, version)
  const hard = refusalToTakeRisk(toCheck(check, engine.clock.now()))
  if (hard !== null) throw conflict(hard)
  const today = bankDay(engine.clock)
  const days = await engine.parameters.parameter('risk-validity', today)
  const last = Temporal.PlainDate.from(today).add({ days }).toString()
  if (validTo < today || validTo > last)
    throw invalid([{ path: 'validTo', message: `Укажите день с сегодняшнего по ${dayText(last)}` }])
  const saying = { caseId: row.id, check, by: context.actor.employeeId, at: engine.clock.now() }
  await insertRisk(context.db, saying, { reason, validTo })
  return checkDetails(engine, context, place)
}

export async function withdrawRisk(
  engine: Engine,
  context: Context,
  place: Place,
  { version, reason }: ParsedRequest<typeof api.withdrawRisk>['body'],
): Promise<CheckDetails> {
  const { row, check } = await begin(engine, context, place, version)
  const risk = riskOf(check, await findRisks(context.db, row.id), bankDay(engine.clock))
  if (risk?.by.id !== context.actor.employeeId) {
    const refusal = mayTakeRisks(context) ?? (await refusalToJudge(context, row))?.message ?? null
    if (refusal !== null) throw forbidden(refusal)
  }
  if (risk === undefined) throw conflict(noRisk)
  const saying = { caseId: row.id, check, by: context.actor.employeeId, at: engine.clock.now() }
  await insertRisk(context.db, saying, { reason, validTo: null })
  return checkDetails(engine, context, place)
}
