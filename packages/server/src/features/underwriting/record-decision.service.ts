import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { Transition } from '@ipoteka-office/contract/machines/machine.ts'
import type { ConditionTerms } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { shortenedTo } from '@ipoteka-office/contract/underwriting/conditions/shortening.ts'
import type * as api from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { LoanTerms } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { DecidingMove, Engine } from '#features/cases/engine/engine.ts'
import { transitionOf } from '#features/cases/engine/machine.rules.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { checksOfCase } from '#features/full-applications/auto-checks.service.ts'
import { rateIssues } from '#features/rate-limits/case-rates.service.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { unfitTerms, writeDecidedTerms } from './decided-terms.service.ts'
import { findReasons, holdDebtors, insertDecision, type ReasonRow } from './decisions.repo.ts'
import { decisionSheet, namedBy, requireDecidable, signingLine } from './decisions.service.ts'
import { type Grounds, groundsOf } from './grounds.service.ts'
import { keptGrounds } from './kept-grounds.service.ts'
import { conditionIssues, conditionsOf, setConditions } from './conditions/decided-conditions.service.ts'
import { queueNotices } from './bureaus/notices/notices.service.ts'
import { recordSystemSubjects } from './subjects/subjects.service.ts'

type Input = ParsedRequest<typeof api.recordDecision>['body']

const filled = 'Поле должно быть заполнено'

/** What is wrong with the terms that are approved or proposed: no loan of the product, or more than the client asks for. */
function termIssues({ amount }: Pick<Input, 'amount'>, grounds: Grounds, today: string): FieldError[] {
  const { requested } = grounds
  const isMore = amount !== null && requested.amount !== null && compareDecimals(amount, requested.amount) > 0
  return [
    ...unfitTerms(grounds, today),
    ...(amount !== null && compareDecimals(amount, '0') <= 0
      ? [{ path: 'amount', message: 'Сумма должна быть больше нуля' }]
      : []),
    ...(isMore ? [{ path: 'amount', message: 'Больше, чем просит клиент: измените сумму в анкете' }] : []),
  ]
}

/** What an approval lacks beside: terms that are whole, and a last day within the term of decisions of the product. */
function approvalIssues(
  { amount, termMonths, rate, validTo }: LoanInput,
  { figures }: Grounds,
  { today, lastDay }: { readonly today: string; readonly lastDay: string | null },
): FieldError[] {
  const lacking = Object.entries({ amount, termMonths, rate }).filter(([, value]) => value === null)
  const isCounted = figures.payment !== null && figures.fullLoanCost !== null
  return [
    ...lacking.map(([path]) => ({ path, message: filled })),
    ...(lacking.length === 0 && !isCounted
      ? [
          {
            path: 'rate',
            message: 'По этим условиям платёж и ПСК не рассчитываются: проверьте сумму, срок и ставку',
          },
        ]
      : []),
    ...(validTo !== null && lastDay !== null && validTo > lastDay
      ? [{ path: 'validTo', message: 'Решение не может действовать дольше, чем решения по продукту' }]
      : []),
    ...(validTo !== null && validTo < today
      ? [{ path: 'validTo', message: 'Срок решения уже прошёл: укажите сегодняшний день или более поздний' }]
      : []),
  ]
}

/** What is wrong with the reasons and with what the client is told: nobody learns from it why the bank keeps silent. */
function wordIssues(
  input: Input,
  outcome: string,
  known: readonly ReasonRow[],
  /** Null: each was looked at when it was named, by somebody else's right. */
  nameable: readonly ReasonRow[] | null,
): FieldError[] {
  const named = input.reasons.map((code) => nameable?.find((reason) => reason.code === code))
  const issues: FieldError[] = []
  if (outcome === 'REJECT' && input.reasons.length === 0)
    issues.push({ path: 'reasons', message: 'Назовите хотя бы одну причину отказа' })
  if (
    nameable !== null &&
    named.some((reason) => reason === undefined || (reason.kind !== outcome && outcome !== 'REVOKE'))
  )
    issues.push({ path: 'reasons', message: 'Причина не подходит к этому решению' })
  if (outcome !== 'APPROVE' && outcome !== 'ESCALATE' && input.clientText === '')
    issues.push({ path: 'clientText', message: 'Напишите, что сказать клиенту' })
  const said = input.clientText.toLocaleLowerCase('ru')
  const betrayed = known.find(({ silent, name }) => silent && said.includes(name.toLocaleLowerCase('ru')))
  if (betrayed !== undefined)
    issues.push({ path: 'clientText', message: `Причину «${betrayed.name}» клиенту не раскрывают` })
  return issues
}

/** The last day of an approval that begins on a day; null where the stage it leads to has no such term. */
export async function lastDayOf(engine: Engine, row: CaseRow, { to }: Transition): Promise<string | null> {
  const term = machines[row.type].states[to]?.deadline
  if (term === undefined) return null
  const day = bankDay(engine.clock)
  const days = await engine.parameters.parameter(term, day)
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

type LoanInput = Pick<Input, 'amount' | 'termMonths' | 'rate' | 'validTo'>

/** What is wrong with the loan that is approved or proposed. */
async function loanIssues(
  engine: Engine,
  db: Db,
  row: CaseRow,
  asked: {
    readonly outcome: string
    readonly input: LoanInput
    readonly grounds: Grounds
    readonly lastDay: string | null
  },
): Promise<FieldError[]> {
  const { outcome, input, grounds, lastDay } = asked
  const today = bankDay(engine.clock)
  if (outcome !== 'APPROVE' && outcome !== 'ESCALATE') return []
  const terms = termIssues(input, grounds, today)
  if (outcome === 'ESCALATE') return terms
  const lacking = approvalIssues(input, grounds, { today, lastDay })
  return [...terms, ...lacking, ...(await rateIssues(engine, db, { row, ...grounds }))]
}

/** What would be wrong with an approval by the committee on these terms; null: on those that the client asks for. */
export async function approvalFaults(
  engine: Engine,
  db: Db,
  row: CaseRow,
  { terms, conditions }: { readonly terms: LoanTerms | null; readonly conditions: readonly ConditionTerms[] },
): Promise<FieldError[]> {
  const grounds = await groundsOf(engine, db, row, terms)
  const input = { ...grounds.terms, validTo: null }
  const asked = { outcome: 'APPROVE', input, grounds, lastDay: null }
  return [
    ...(await loanIssues(engine, db, row, asked)),
    ...conditionIssues(conditions, bankDay(engine.clock)),
  ]
}

/** 400 with what is wrong in the decision. */
async function checkInput(
  { db, engine, row, transition }: DecidingMove,
  actor: Actor,
  input: Input,
  grounds: Grounds,
): Promise<string | null> {
  const outcome = transition.decides?.outcome ?? ''
  const lastDay = outcome === 'APPROVE' ? await lastDayOf(engine, row, transition) : null
  const nameable = transition.decides?.level === 'COMMITTEE' ? null : await namedBy(db, actor)
  const issues = [
    ...(await loanIssues(engine, db, row, { outcome, input, grounds, lastDay })),
    ...wordIssues(input, outcome, await findReasons(db), nameable),
    ...conditionIssues(input.conditions, bankDay(engine.clock)),
  ]
  if (issues.length > 0) throw invalid(issues)
  return outcome === 'APPROVE' ? (input.validTo ?? lastDay) : null
}

/** The authority under which an approval is signed; 409 with what lacks. A committee needs none of one person. */
async function authorityOf(
  { db, engine, row, transition }: DecidingMove,
  actor: Actor,
  grounds: Grounds,
): Promise<number | null> {
  const { decides } = transition
  if (decides?.outcome !== 'APPROVE') return null
  const [line] = await signingLine(engine, db, { actor, row, grounds: [grounds] })
  if (line?.lacks.length === 0) return line.authority?.id ?? null
  if (decides.level === 'COMMITTEE') return null
  throw conflict(`Полномочий не хватает: ${line?.lacks.join('; ')}. Передайте решение выше`)
}

/** Under the locks of case and people: what the decision is written with. */
async function written(move: DecidingMove, actor: Actor, input: Input): Promise<void> {
  const { db, engine, row, transition, mover } = move
  const { decides, action } = transition
  if (decides === undefined || decides.level === null) throw new Error(`${action} decides nothing here`)
  if (decides.outcome === 'APPROVE') await holdDebtors(db, row.id)
  const { amount, termMonths, rate } = input
  const grounds = await groundsOf(engine, db, row, { amount, termMonths, rate })
  const lastDay = await checkInput(move, actor, input, grounds)
  const authorityId = await authorityOf(move, actor, grounds)
  const conditions = await signedConditions(move, input.conditions, grounds)
  const validTo = decides.outcome === 'APPROVE' ? shortenedTo(lastDay, conditions) : lastDay
  const decisionId = await insertDecision(db, {
    caseId: row.id,
    at: engine.clock.now(),
    authorId: actor.employeeId,
    level: decides.level,
    outcome: decides.outcome,
    stage: row.stage,
    action,
    ...grounds.terms,
    ...grounds.figures,
    debtLoadBefore: grounds.before.debtLoad,
    exposure: grounds.exposure,
    authorityId,
    validTo,
    reasons: input.reasons,
    clientText: input.clientText,
    comment: input.comment,
    deviations: [...new Set(grounds.deviations.map(({ kind }) => kind))],
    conditions,
    snapshot: await keptGrounds(db, row, grounds),
    handedInBy: null,
    requestId: mover.requestId,
  })
  await queueNotices(engine, db, row, { decisionId, outcome: decides.outcome, stored: grounds.stored })
  if (decides.outcome !== 'APPROVE') return
  await writeDecidedTerms(move, grounds)
  await setConditions(move, decisionId, conditions)
}

/** What an approval or a proposal is signed with: of an approval what data call for is there too. */
async function signedConditions(
  { db, engine, row, transition }: DecidingMove,
  set: readonly ConditionTerms[],
  grounds: Grounds,
): Promise<ConditionTerms[]> {
  const outcome = transition.decides?.outcome
  if (outcome === 'APPROVE') return conditionsOf(engine, db, row, { set, grounds })
  return outcome === 'ESCALATE' ? [...set] : []
}

/** The reason that stands in the journal of stages, which partners read: one that the client may know, where there is one. */
const toldReason = (known: readonly ReasonRow[], reasons: readonly string[]): string | undefined =>
  reasons.find((code) => known.some((reason) => reason.code === code && !reason.silent)) ?? reasons[0]

/** 409 with where a way is gone that this call does not go. */
function refuseElsewhere(way: Transition | undefined): void {
  if (way === undefined) return
  const { label, decides } = way
  if (decides === undefined)
    throw conflict(`«${label}» — не решение: это действие выполняют на странице заявки`)
  if (decides.outcome === 'COUNTER')
    throw conflict(`«${label}» подписывают вместе с вариантами условий, в расчёте встречного предложения`)
  if (decides.outcome === 'SUSPEND' || decides.level === null)
    throw conflict(`«${label}» выполняют на странице заявки кнопкой с этим названием`)
}

/** 409 where the way is the committee's: what it decides, and on which terms, follows from the votes and from nobody's word. */
function refuseCommittee(way: Transition | undefined): void {
  if (way?.decides?.level === 'COMMITTEE')
    throw conflict('Решение комитета следует из голосов: проголосуйте на странице «Решение»')
}

/** Records the caller's own decision and carries it out, both or neither. */
export const recordDecision = (engine: Engine, context: Context, caseId: number, input: Input) =>
  carryOut(engine, context, caseId, { input, check: refuseCommittee })

/** The same of a decision that follows from votes which were counted. */
export const recordVoted = (engine: Engine, context: Context, caseId: number, input: Input) =>
  carryOut(engine, context, caseId, { input, check: () => undefined })

async function carryOut(
  engine: Engine,
  context: Context,
  caseId: number,
  { input, check }: { readonly input: Input; readonly check: (way: Transition | undefined) => void },
): Promise<ReplyOf<typeof api.getDecisions>> {
  const { db, actor, requestId } = context
  const row = await requireDecidable(context, caseId, 'update')
  const way = transitionOf(row.type, row.stage, input.action)
  refuseElsewhere(way)
  check(way)
  if (way === undefined && input.version === row.version)
    throw conflict(
      `На этапе «${stageNameFor(actor, row.type, row.stage)}» такого решения не принимают. Обновите страницу`,
    )
  await moveCase(engine, db, { actor, requestId }, caseId, {
    action: input.action,
    version: input.version,
    // The journal of stages is read by partners: the words for the bank stay in the record.
    comment: input.clientText === '' || !isTold(way) ? decidedWords : input.clientText,
    reason: toldReason(await findReasons(db), input.reasons),
    record: (move) => written(move, actor, input),
  })
  return decisionSheet(engine, context, caseId)
}

const decidedWords = 'Решение записано'

/** A proposal is no decision yet: nobody outside the bank is told its words. */
const isTold = (way: Transition | undefined) => way?.decides?.outcome !== 'ESCALATE'

/** Which reason a check that stops a case gives: its code in the dictionary of reasons. */
const reasonOfCheck: Readonly<Record<string, string>> = {
  BKI_SCORING: 'R01',
  PDN_LIMIT: 'R03',
  AGE_LIMIT: 'R07',
  PASSPORT_INVALID: 'R08',
  FSSP: 'R09',
  EFRSB: 'R10',
  BLACKLIST_PERSON: 'R11',
  EMPLOYER_EGRUL: 'R13',
}

/** With which conditions the system approves by itself; of every subject it says yes then. */
async function ownConditions(move: DecidingMove, grounds: Grounds): Promise<ConditionTerms[]> {
  const { db, engine, row, transition } = move
  if (transition.decides?.level !== 'SYSTEM' || transition.decides.outcome !== 'APPROVE') return []
  await recordSystemSubjects(move, grounds)
  return conditionsOf(engine, db, row, { set: [], grounds })
}

/** What the system, or another one, decides when it moves a case: written with the grounds that were known. */
export async function recordOwnDecision(move: DecidingMove): Promise<void> {
  const { db, engine, row, transition, mover, comment, reason } = move
  const { decides } = transition
  if (decides === undefined || decides.level === null)
    throw new Error(`${transition.action} decides nothing by itself`)
  if (decides.outcome === 'APPROVE') await holdDebtors(db, row.id)
  const grounds = await groundsOf(engine, db, row, null)
  const checks = await checksOfCase(db, row.id)
  const conditions = await ownConditions(move, grounds)
  const stops = [
    ...(reason === null ? [] : [reason]),
    ...checks.flatMap(({ code, state }) => (state === 'FAIL' ? (reasonOfCheck[code] ?? []) : [])),
  ]
  const decisionId = await insertDecision(db, {
    caseId: row.id,
    at: engine.clock.now(),
    authorId: null,
    level: decides.level,
    outcome: decides.outcome,
    stage: row.stage,
    action: transition.action,
    ...grounds.requested,
    ...grounds.before,
    debtLoadBefore: grounds.before.debtLoad,
    exposure: grounds.exposure,
    authorityId: null,
    validTo: decides.outcome === 'APPROVE' ? await lastDayOf(engine, row, transition) : null,
    reasons: decides.outcome === 'REJECT' ? [...new Set(stops)] : [],
    clientText: '',
    comment: comment ?? transition.label,
    deviations: [],
    conditions,
    snapshot: await keptGrounds(db, row, grounds),
    handedInBy: decides.level === 'OUTSIDE' ? (mover.actor?.employeeId ?? null) : null,
    requestId: mover.requestId,
  })
  await queueNotices(engine, db, row, { decisionId, outcome: decides.outcome, stored: grounds.stored })
  if (decides.outcome === 'APPROVE') await setConditions(move, decisionId, conditions)
}
