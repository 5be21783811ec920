import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { AutoCheck } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { Db } from '#db/database.ts'
import { levelOf } from '#features/queue/distribution/level.rules.ts'
import { isBlacklistCheck, isOpenHit } from '#features/blacklists/matching/hits.rules.ts'
import { hitsOfCase, tryCase } from '#features/blacklists/matching/hits.service.ts'
import { meansOfCase } from '#features/cases/means/case-means.service.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import { bySystem, type Engine, type Guard } from '#features/cases/engine/engine.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { type ApiError, conflict, forbidden, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type ChecksByCode, CheckUnavailable } from '#integrations/auto-checks/check-service.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import {
  type CheckRow,
  type CheckWrite,
  countDuplicates,
  findChecks,
  findPlace,
  holdPlace,
  requestMissing,
  requestRows,
  restartRows,
  writeAnswer,
} from './auto-checks.repo.ts'
import {
  answeredByHits,
  blacklistAnswer,
  type CheckCode,
  type CheckVerdict,
  checkSpecs,
  checksFor,
  isOwnCheck,
  obligatoryReason,
  outcomeOf,
  ownVerdict,
} from './auto-checks.rules.ts'
import { stageNameFor } from '#lib/shown-stages.ts'

const queue = 'auto-checks'
const hours = 3_600_000

/** Asks for the checks of an application when the move into them is committed. */
export async function requestChecks(db: Db, caseId: number, now: Date): Promise<void> {
  const { type } = await findPlace(db, caseId)
  const stored = await readQuestionnaire(db, caseId, type)
  await requestRows(db, caseId, checksFor(stored), now)
  await enqueue(db, queue, { caseId })
}

/** What the job needs. */
export interface ChecksParts {
  readonly db: Db
  readonly engine: Engine
  readonly checks: ChecksByCode
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const personOf = ({ name, sections }: QuestionnaireParticipant) => {
  const personal = sections.PERSONAL ?? {}
  return {
    fullName: name,
    birthDate: textOf(personal['birthDate']),
    passport: textOf(personal['passport']),
    inn: textOf(personal['inn']),
    snils: textOf(personal['snils']),
    phone: textOf(personal['phone']),
    employerInn: textOf(sections.EMPLOYMENT?.['employerInn']),
  }
}

type Answer = Pick<CheckWrite, 'state' | 'text' | 'standIn'>
const own = (verdict: CheckVerdict): Answer => ({ ...verdict, standIn: false })

async function answerOf(
  { db, engine, checks }: ChecksParts,
  caseId: number,
  check: CheckRow,
  stored: StoredQuestionnaire,
  signal: AbortSignal,
): Promise<Answer> {
  const person = stored.participants.find(({ id }) => id === check.participantId)
  const code = check.code as CheckCode
  if (isOwnCheck(code)) {
    const today = bankDay(engine.clock)
    const figures = await engine.parameters.figuresOn(today)
    const duplicates =
      check.participantId === null
        ? 0
        : await countDuplicates(db, caseId, check.participantId, figures['repeat-window'])
    const means = await meansOfCase(db, engine, caseId, stored)
    const facts = { today, figures, duplicates, means }
    return own(ownVerdict(code, stored, person, facts))
  }
  if (person === undefined) return own({ state: 'OK', text: 'Участник больше не в заявке' })
  const question = {
    requestId: `auto-check-${check.id}`,
    code,
    person: personOf(person),
    attempt: check.attempts + 1,
  }
  const service = checks(code)
  const standIn = service.kind === 'STAND_IN'
  try {
    return { ...(await service.ask(question, signal)), standIn }
  } catch (error) {
    if (error instanceof CheckUnavailable) return { state: 'ERROR', text: error.message, standIn }
    throw error
  }
}

/** Whoever decides on one of the stages may ask again. */
const deciders = ['Check', 'Underwrite', 'ControlDecision', 'DecideInCommittee']

/** Stages in which answers are still of use: up to the decision they may be asked for anew. */
const beforeDecision: readonly string[] = [
  'DOCS_CHECK',
  'AUTO_CHECKS',
  'UNDERWRITING',
  'VERIFICATION',
  'FRAUD_CHECK',
  'DECISION_CONTROL',
  'COMMITTEE',
]

/** The checks of a case as they stand, those of who was taken away left out. */
export const checksOfCase = async (db: Db, caseId: number): Promise<CheckRow[]> =>
  answeredByHits(await findChecks(db, caseId), await hitsOfCase(db, caseId))

/** Where the checks lead a case: null while an answer is missing. */
export const outcomeOfChecks = async (db: Db, caseId: number, level: string) =>
  outcomeOf(await checksOfCase(db, caseId), level)

/** Moves a mortgage by what came back; false while something is waited for. */
export async function goOnAfterChecks(engine: Engine, db: Db, caseId: number): Promise<boolean> {
  const { stage, amount } = await holdPlace(db, caseId)
  if (stage !== 'AUTO_CHECKS') return true
  const figures = await engine.parameters.figuresOn(bankDay(engine.clock))
  const action = await outcomeOfChecks(db, caseId, levelOf(figures, amount))
  if (action === null) return false
  await moveCase(engine, db, bySystem, caseId, { action })
  return true
}

const isUnanswered = ({ state }: CheckRow) => state === 'WAITING' || state === 'ERROR'

/** Moves the application by what came back, once: whoever comes second finds it moved. */
async function decide({ db, engine }: ChecksParts, caseId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { type, stage } = await holdPlace(tx, caseId)
    if (stage !== 'AUTO_CHECKS') return !(await findChecks(tx, caseId)).some(isUnanswered)
    return (await engine.behaviours[type].checksAnswered?.(engine, tx, caseId)) ?? true
  })
}

/** Condition of an approval: the obligatory checks of all who owe have answers in force. */
export const obligatoryChecksGuard: Guard = async ({ db, caseId, engine: { clock } }) => {
  const { type } = await findPlace(db, caseId)
  const stored = await readQuestionnaire(db, caseId, type)
  const hits = await hitsOfCase(db, caseId)
  const checks = answeredByHits(await findChecks(db, caseId), hits)
  return obligatoryReason(stored, checks, hits.filter(isOpenHit), clock.now())
}

async function keepAnswer(engine: Engine, db: Db, { id, code }: CheckRow, answer: Answer): Promise<void> {
  const at = engine.clock.now()
  const days = await engine.parameters.parameter(
    checkSpecs[code as CheckCode].validity,
    bankDay(engine.clock),
  )
  const validUntil = answer.state === 'ERROR' ? null : new Date(at.getTime() + days * 24 * hours)
  await writeAnswer(db, { id, ...answer, at, validUntil })
}

/**
 * Asks the blacklists and keeps what they answer while the case is held: an entry that fires meanwhile waits for its turn
 * and is not written over by what was read before it.
 */
async function askBlacklists({ db, engine }: ChecksParts, caseId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { type } = await holdPlace(tx, caseId)
    const open = (await findChecks(tx, caseId)).filter(
      (check) => isUnanswered(check) && isBlacklistCheck(check.code),
    )
    if (open.length === 0) return
    const stored = await readQuestionnaire(tx, caseId, type)
    await tryCase(tx, caseId, stored, { today: bankDay(engine.clock), at: engine.clock.now() })
    const hits = await hitsOfCase(tx, caseId)
    for (const check of open) await keepAnswer(engine, tx, check, own(blacklistAnswer(check, hits)))
  })
}

/**
 * Handler of the queue `auto-checks`: every question outside a transaction, every answer in one of its own, so that a killed
 * worker loses none. Services that did not answer are asked again by the next attempt.
 */
export const checksWork =
  (parts: ChecksParts): JobHandler<{ caseId: number }> =>
  async ({ caseId }, { signal }) => {
    const { db, engine } = parts
    const { type, stage } = await findPlace(db, caseId)
    if (!beforeDecision.includes(stage)) return
    await askBlacklists(parts, caseId)
    const stored = await readQuestionnaire(db, caseId, type)
    const open = (await findChecks(db, caseId)).filter(isUnanswered)
    await Promise.all(
      open.map(async (check) =>
        keepAnswer(engine, db, check, await answerOf(parts, caseId, check, stored, signal)),
      ),
    )
    if (!(await decide(parts, caseId)))
      throw new Error(`Checks of the application ${caseId} are not answered yet`)
  }

/** Checks are the bank's own: what was asked and what came back is told to nobody of a partner. */
function refusePartners({ isAhml }: Actor): void {
  if (!isAhml) throw forbidden('Проверки видят только сотрудники банка')
}

/** The checks as the page shows them. */
export async function listChecks(
  engine: Engine,
  { db, actor }: Context,
  caseId: number,
): Promise<{ standIn: boolean; mayRetry: boolean; checks: AutoCheck[] }> {
  const row = await requireCase(db, actor, caseId, 'Read')
  refusePartners(actor)
  const now = engine.clock.now().toISOString()
  const checks = (await checksOfCase(db, caseId)).map((row): AutoCheck => {
    const { name, group, source } = checkSpecs[row.code as CheckCode]
    const isOver = row.validUntil !== null && row.validUntil <= now && row.state !== 'FAIL'
    return {
      id: row.id,
      code: row.code,
      name,
      group,
      source,
      participantId: row.participantId,
      subject: row.participantName ?? 'Заявка',
      state: isOver ? 'EXPIRED' : row.state,
      text: row.text,
      requestedAt: row.requestedAt,
      answeredAt: row.answeredAt,
      validUntil: row.validUntil,
      attempts: row.attempts,
      standIn: row.standIn,
    }
  })
  const isLacking =
    checks.some(({ state }) => state === 'ERROR' || state === 'EXPIRED') || (await lacksRows(db, row, checks))
  return {
    standIn: checks.some(({ standIn }) => standIn),
    mayRetry: isLacking && refusalToRetry(actor, row) === null,
    checks,
  }
}

/** Whether a check that the application needs has never been asked for. */
async function lacksRows(db: Db, { id, type }: CaseRow, checks: readonly AutoCheck[]): Promise<boolean> {
  const asked = new Set(checks.map(({ code, participantId }) => `${code} ${participantId}`))
  const needed = checksFor(await readQuestionnaire(db, id, type))
  return needed.some(({ code, participantId }) => !asked.has(`${code} ${participantId}`))
}

/** Why the person does not ask for checks now; null when they may. */
function refusalToRetry(actor: Actor, { type, stage }: CaseRow): ApiError | null {
  if (caseTypes[type].questions === undefined) return notFound('У этого дела нет проверок')
  if (!deciders.some((operation) => holds(actor, type, operation)))
    return forbidden('Проверки повторяет тот, кто принимает решение по заявке')
  if (beforeDecision.includes(stage)) return null
  return conflict(
    `На этапе «${stageNameFor(actor, type, stage)}» проверки не повторяют: их запрашивают после отправки и до решения`,
  )
}

/** Asks again what failed or has expired, and what was never asked, in any stage before the decision. */
export async function retryChecks(engine: Engine, { db, actor }: Context, caseId: number): Promise<number> {
  const row = await requireCase(db, actor, caseId, 'Read', 'share')
  refusePartners(actor)
  const refusal = refusalToRetry(actor, row)
  if (refusal !== null) throw refusal
  const now = engine.clock.now()
  const restarted = await restartRows(db, caseId, now)
  const added = await requestMissing(
    db,
    caseId,
    checksFor(await readQuestionnaire(db, caseId, row.type)),
    now,
  )
  await enqueue(db, queue, { caseId })
  return restarted + added
}
