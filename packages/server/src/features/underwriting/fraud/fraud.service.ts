import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type {
  FraudCase,
  FraudSheet,
  giveFraudVerdict,
} from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import { fraudSignals, measuresOf } from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import { writeTransaction } from '#db/transaction.ts'
import type { BlacklistParts } from '#features/blacklists/entries.service.ts'
import { entriesAfterVerdicts, listAfterVerdict, mayList } from '#features/blacklists/origins.service.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { ownWorkReason } from '#features/cases/engine/own-work.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { conflict, forbidden, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { requireDecidable } from '../decisions.service.ts'
import { type Candidate, candidatesOf, entryOf } from './candidates.rules.ts'
import { changesOf } from './signals.rules.ts'
import { type Computed, computeSignals, keepComputed } from './signals.service.ts'
import { findNamedCases, findRuns, findVerdicts, insertVerdict, type NamedCase } from './verdicts.repo.ts'

/** What the area needs beside the database. */
export interface FraudParts {
  readonly engine: Engine
  readonly blacklists: BlacklistParts
}

const stage = 'FRAUD_CHECK'
/** A verdict is given while fraud is looked into; after a refusal it may be taken back by a later one. */
const stages: readonly string[] = [stage, 'REJECTED']
const runsShown = 20

const available = (reasonDisabled: string | null) => ({ enabled: reasonDisabled === null, reasonDisabled })

/** 403 unless the person decides on applications, or investigates fraud. */
export async function requireSeen(context: Context, caseId: number, lock?: 'update'): Promise<CaseRow> {
  const row = await requireDecidable(context, caseId, lock)
  const { actor } = context
  if (!holds(actor, row.type, 'InvestigateFraud') && actor.operations.Underwriting?.includes('List') !== true)
    throw forbidden('Признаки мошенничества видят андеррайтеры и служба безопасности')
  return row
}

/** Why the person does not see the connections; null: they do. */
export const connectionRefusal = (actor: Actor, type: CaseType): string | null =>
  holds(actor, type, 'InvestigateFraud')
    ? null
    : 'Связи по всем партнёрам видит сотрудник с правом проверки на мошенничество'

async function verdictRefusal({ db, actor }: Context, row: CaseRow): Promise<string | null> {
  if (!holds(actor, row.type, 'InvestigateFraud'))
    return 'Вердикт даёт сотрудник с правом проверки на мошенничество'
  if (!stages.includes(row.stage))
    return `Вердикт дают на этапе «${stageNameFor(actor, row.type, stage)}»: туда заявку отправляет андеррайтер`
  return ownWorkReason(db, { id: row.id, type: row.type, stage }, { actor, requestId: null })
}

const listRefusal = (actor: Actor): string | null =>
  mayList(actor, 'individuals') && mayList(actor, 'legalPersons')
    ? null
    : 'Записи готовит сотрудник с правом создания записей чёрных списков'

/** A case as evidence names it; another type than the person reads is told of and not opened. */
export const toFraudCase = (actor: Actor, { stage: at, ...one }: NamedCase): FraudCase => ({
  ...one,
  stageName: stageNameFor(actor, one.type, at),
  open: holds(actor, one.type, 'Read'),
})

async function candidatesFor({ db }: Context, row: CaseRow): Promise<Candidate[]> {
  return candidatesOf((await readQuestionnaire(db, row.id, row.type)).participants)
}

async function verdictsOf({ db, actor }: Context, row: CaseRow): Promise<FraudSheet['verdicts']> {
  const entries = await entriesAfterVerdicts(db, actor, row.id)
  const rows = await findVerdicts(db, row.id)
  return rows.map((one, at) => ({
    ...one,
    inForce: at === 0,
    entries: entries
      .filter(({ verdictId }) => verdictId === one.id)
      .map(({ verdictId: _, ...entry }) => entry),
  }))
}

async function runsOf({ db }: Context, row: CaseRow): Promise<FraudSheet['runs']> {
  // One more than is shown: the last of them has one to be compared with.
  const rows = await findRuns(db, row.id, runsShown + 1)
  return rows.slice(0, runsShown).map(({ print: _, signals, ...run }, at) => ({
    ...run,
    changed: changesOf(signals, rows[at + 1]?.signals),
  }))
}

async function toSheet(
  { engine }: FraudParts,
  context: Context,
  row: CaseRow,
  { at, signals, score, band, confirmed }: Computed,
): Promise<FraudSheet> {
  const { db, actor } = context
  const figures = await engine.parameters.figuresOn(bankDay(engine.clock))
  const verdicts = await verdictsOf(context, row)
  const named = await findNamedCases(db, [
    ...new Set(signals.flatMap(({ evidence }) => evidence.flatMap(({ caseIds }) => caseIds))),
  ])
  const similar = confirmed.flatMap(({ caseId, shared }) =>
    named
      .filter(({ id }) => id === caseId)
      .map((one) => ({ ...toFraudCase(actor, one), shared: [...shared] })),
  )
  const candidates = await candidatesFor(context, row)
  return {
    caseId: row.id,
    computedAt: at.toISOString(),
    score,
    band,
    bounds: { medium: figures['fraud-score-medium'], high: figures['fraud-score-high'] },
    signals,
    cases: named.map((one) => toFraudCase(actor, one)),
    runs: await runsOf(context, row),
    verdicts,
    similar,
    candidates: candidates.map(({ data: _, ...one }) => one),
    verdictable: available(await verdictRefusal(context, row)),
    connectable: available(connectionRefusal(actor, row.type)),
    listable: available(listRefusal(actor)),
  }
}

/** What speaks for fraud in an application as it is now; what differs from the last computation is kept. */
export async function fraudSheet(parts: FraudParts, context: Context, caseId: number): Promise<FraudSheet> {
  const { db, actor, requestId } = context
  const row = await requireSeen(context, caseId)
  const computed = await computeSignals(parts.engine, db, row)
  const [last] = await findRuns(db, row.id, 1)
  if (last?.print !== computed.print) {
    const asked = { cause: 'открыта страница', askedBy: actor.employeeId }
    await writeTransaction(db, { employeeId: actor.employeeId, requestId }, (tx) =>
      keepComputed(tx, row.id, asked, computed),
    )
  }
  return toSheet(parts, context, row, computed)
}

type Input = ParsedRequest<typeof giveFraudVerdict>['body']

/** What is wrong with a verdict as it is given. */
function issuesOf(input: Input, computed: Computed, candidates: readonly Candidate[]) {
  const { verdict, measures, signals, listed } = input
  const fired = new Set(computed.signals.filter(({ state }) => state === 'FIRED').map(({ code }) => code))
  const lacking = candidates.find(({ key, lacks }) => listed.includes(key) && lacks !== null)
  const isListed = measures.includes('BLACKLIST')
  return [
    ...(measures.some((one) => !measuresOf[verdict].includes(one))
      ? [{ path: 'measures', message: 'Эта мера не подходит к вердикту' }]
      : []),
    ...(signals.some((code) => !fired.has(code))
      ? [{ path: 'signals', message: 'Признак больше не срабатывает: обновите страницу' }]
      : []),
    ...(isListed && listed.length === 0
      ? [{ path: 'listed', message: 'Выберите, кого внести в чёрный список' }]
      : []),
    ...(!isListed && listed.length > 0
      ? [{ path: 'measures', message: 'Выбрано, кого внести в чёрный список, а мера не отмечена' }]
      : []),
    ...(listed.some((key) => !candidates.some((one) => one.key === key))
      ? [{ path: 'listed', message: 'Такого участника, телефона или работодателя в заявке больше нет' }]
      : []),
    ...(lacking === undefined ? [] : [{ path: 'listed', message: `${lacking.title}: ${lacking.lacks}` }]),
  ]
}

async function prepareEntries(
  { blacklists, engine }: FraudParts,
  context: Context,
  {
    row,
    verdictId,
    input,
    computed,
    candidates,
  }: {
    row: CaseRow
    verdictId: number
    input: Input
    computed: Computed
    candidates: readonly Candidate[]
  },
): Promise<void> {
  if (input.listed.length === 0) return
  const refusal = listRefusal(context.actor)
  if (refusal !== null) throw forbidden(refusal)
  const evidence = computed.signals
    .filter(({ code }) => input.signals.includes(code))
    .map(({ code, value }) => `${fraudSignals[code]}: ${value}`)
    .join('; ')
  const about = { number: row.number, words: input.words, evidence, today: bankDay(engine.clock) }
  for (const candidate of candidates.filter(({ key }) => input.listed.includes(key)))
    await listAfterVerdict(
      context,
      blacklists,
      { caseId: row.id, verdictId },
      { kind: candidate.kind, input: entryOf(candidate, about) },
    )
}

/** Gives a verdict: it stands on the signs as they are now, and takes the place of the one before. */
export async function giveVerdict(
  parts: FraudParts,
  context: Context,
  caseId: number,
  input: Input,
): Promise<FraudSheet> {
  const { db, actor } = context
  const row = await requireSeen(context, caseId, 'update')
  const refusal = await verdictRefusal(context, row)
  if (refusal !== null) throw stages.includes(row.stage) ? forbidden(refusal) : conflict(refusal)
  const [last] = await findVerdicts(db, row.id)
  if ((last?.id ?? null) !== input.lastId)
    throw conflict('Пока вы писали, вердикт дал другой сотрудник. Обновите страницу и прочтите его')
  const computed = await computeSignals(parts.engine, db, row)
  const candidates = await candidatesFor(context, row)
  const issues = issuesOf(input, computed, candidates)
  if (issues.length > 0) throw invalid(issues)
  const asked = { cause: 'вердикт', askedBy: actor.employeeId }
  const runId = await keepComputed(db, row.id, asked, computed)
  const { verdict, measures, words, signals } = input
  const verdictId = await insertVerdict(db, {
    ...{ caseId: row.id, runId, verdict, words },
    measures: [...new Set(measures)],
    signals: [...new Set(signals)],
    saidBy: actor.employeeId,
    at: parts.engine.clock.now(),
    replaces: last?.id ?? null,
  })
  await prepareEntries(parts, context, { row, verdictId, input, computed, candidates })
  return toSheet(parts, context, row, computed)
}
