import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { heldWords } from '@ipoteka-office/contract/compliance/held.ts'
import type { AutoCheck } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import type { Db } from '#db/database.ts'
import { isBlacklistCheck, isOpenHit } from '#features/blacklists/matching/hits.rules.ts'
import { hitsOfCase, tryCase } from '#features/blacklists/matching/hits.service.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import { bySystem, type Engine, type Guard } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { isHeld, withheld } from '#features/compliance/held.service.ts'
import { levelOf } from '#features/queue/distribution/level.rules.ts'
import { keepsLimits } from '#features/rate-limits/case-rates.service.ts'
import { hasChampion } from '#features/underwriting/scorecard/score-case.service.ts'
import { type ApiError, conflict, forbidden, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { own } from './ask-check.service.ts'
import {
  type Asking,
  type CheckRow,
  findCheckedObjects,
  findChecks,
  findPlace,
  holdPlace,
  requestMissing,
  requestRows,
  restartRow,
  restartRows,
} from './auto-checks.repo.ts'
import {
  type AskedCheck,
  answeredByHits,
  blacklistAnswer,
  type CheckCode,
  checkSpecs,
  checksFor,
  isOwnCheck,
  isWaitedFor,
  obligatoryReason,
  outcomeOf,
} from './auto-checks.rules.ts'
import { answerOf, type ChecksParts, checksQueue, isWithBank, keepAnswer } from './check-answers.service.ts'
import { findRisks } from './check-words.repo.ts'
import { withRisks } from './check-words.rules.ts'
import { enqueuePaced, isPaced } from './paced-checks.service.ts'

/** Asks for the checks of an application when the move into them is committed. */
export async function requestChecks(db: Db, caseId: number, now: Date): Promise<void> {
  const { type } = await findPlace(db, caseId)
  await requestRows(db, caseId, await neededChecks(db, caseId, type), { by: null, at: now })
  await enqueue(db, checksQueue, { caseId })
}

/** Asks about the objects of an application that has come to their examination; what is in force stays. */
export async function requestObjectChecks(db: Db, caseId: number, now: Date): Promise<void> {
  const { type } = await findPlace(db, caseId)
  const ofObjects = (await neededChecks(db, caseId, type)).filter(({ realtyId }) => realtyId !== null)
  await requestRows(db, caseId, ofObjects, { by: null, at: now })
  await enqueue(db, checksQueue, { caseId })
}

/** Every check that a case needs as it is now. */
export async function neededChecks(db: Db, caseId: number, type: CaseType): Promise<AskedCheck[]> {
  const objects = await findCheckedObjects(db, caseId)
  return checksFor(
    await readQuestionnaire(db, caseId, type),
    objects.map(({ id }) => id),
    { scored: await hasChampion(db) },
  )
}

/** Whoever decides on one of the stages asks again and says what they think of the answers. */
const deciders = ['Check', 'Underwrite', 'Verify', 'InvestigateFraud', 'ControlDecision', 'DecideInCommittee']

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
  const found = await outcomeOfChecks(db, caseId, levelOf(figures, amount))
  if (found === null) return false
  // What passes a limit of the day the system does not approve: an underwriter looks at it.
  const action =
    found === 'approveAutomatically' && !(await keepsLimits(engine, db, caseId)) ? 'checksPassed' : found
  await moveCase(engine, db, bySystem, caseId, { action })
  return true
}

const isUnanswered = ({ state }: CheckRow) => state === 'WAITING' || state === 'ERROR'

/** Moves the application by what came back, once: whoever comes second finds it moved. */
async function decide({ db, engine }: ChecksParts, caseId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { type, stage } = await holdPlace(tx, caseId)
    if (stage !== 'AUTO_CHECKS') return !(await findChecks(tx, caseId)).some(isWaitedFor)
    return (await engine.behaviours[type].checksAnswered?.(engine, tx, caseId)) ?? true
  })
}

/** Condition of an approval: the obligatory checks of all who owe have answers in force. */
export const obligatoryChecksGuard: Guard = async ({ db, caseId, engine: { clock } }) => {
  const { type } = await findPlace(db, caseId)
  const stored = await readQuestionnaire(db, caseId, type)
  const hits = await hitsOfCase(db, caseId)
  const checks = answeredByHits(await findChecks(db, caseId), hits)
  const risks = await findRisks(db, caseId)
  const lacking = obligatoryReason(
    stored,
    withRisks(checks, risks, bankDay(clock)),
    hits.filter(isOpenHit),
    clock.now(),
  )
  const held = (await isHeld(db, caseId)) || checks.some(({ state }) => state === 'HELD')
  return held ? [lacking, heldWords].filter((reason) => reason !== null).join('. ') : lacking
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
    const since = performance.now()
    const stored = await readQuestionnaire(tx, caseId, type)
    await tryCase(tx, caseId, stored, { today: bankDay(engine.clock), at: engine.clock.now() })
    const hits = await hitsOfCase(tx, caseId)
    for (const check of open) {
      const { code, participantId } = check
      const verdict = blacklistAnswer(check, hits)
      const found = hits
        .filter((hit) => hit.code === code && hit.participantId === participantId)
        .map(({ entry, exact, score }) => ({ entry: entry.id, exact, score }))
      const answer = { ...own(verdict, { code, participantId }), response: { ...verdict, found } }
      await keepAnswer(engine, tx, check, { answer, since })
    }
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
    const place = await findPlace(db, caseId)
    if (!isWithBank(place)) return
    await askBlacklists(parts, caseId)
    const stored = await readQuestionnaire(db, caseId, place.type)
    const objects = await findCheckedObjects(db, caseId)
    const unanswered = (await findChecks(db, caseId)).filter(isUnanswered)
    const open = unanswered.filter(({ code }) => !isPaced(parts.checks, code))
    if (open.length < unanswered.length) await enqueuePaced(db, caseId)
    const answerAll = (checks: readonly CheckRow[]) =>
      Promise.all(
        checks.map(async (check) => {
          const since = performance.now()
          const answer = await answerOf(parts, { caseId, check, stored, objects }, signal)
          // What is found in the lists of 115-ФЗ goes to the responsible officer: the check says that they decide.
          await db.transaction().execute(async (tx) => {
            const shown = await withheld(engine, tx, { caseId, check, source: 'CHECK' }, answer)
            await keepAnswer(engine, tx, check, { answer: shown, since })
          })
        }),
      )
    // The bank's own answers follow from those of others: ПДН counts what the bureaus say.
    await answerAll(open.filter(({ code }) => !isOwnCheck(code)))
    await answerAll(open.filter(({ code }) => isOwnCheck(code)))
    if (!(await decide(parts, caseId)))
      throw new Error(`Checks of the application ${caseId} are not answered yet`)
  }

/** Checks are the bank's own: what was asked and what came back is told to nobody of a partner. */
export function refusePartners({ isAhml }: Actor): void {
  if (!isAhml) throw forbidden('Проверки видят только сотрудники банка')
}

/** A check as it is shown; a stop holds for as long as nobody has asked again. */
export function toCheck(row: CheckRow, now: Date): AutoCheck {
  const { code, participantName, realtyName, requestedBy: _, version: __, ...rest } = row
  const { name, group, source } = checkSpecs[code as CheckCode]
  const isOver =
    row.validUntil !== null &&
    Date.parse(row.validUntil) <= now.getTime() &&
    row.state !== 'FAIL' &&
    row.state !== 'HELD'
  return {
    ...rest,
    code,
    name,
    group,
    source,
    subject: participantName ?? realtyName ?? 'Заявка',
    state: isOver ? 'EXPIRED' : row.state,
  }
}

/** The checks as the page shows them. */
export async function listChecks(
  engine: Engine,
  { db, actor }: Context,
  caseId: number,
): Promise<{ standIn: boolean; mayRetry: boolean; checks: AutoCheck[] }> {
  const row = await requireCase(db, actor, caseId, 'Read')
  refusePartners(actor)
  const now = engine.clock.now()
  const checks = (await checksOfCase(db, caseId)).map((one) => toCheck(one, now))
  const isLacking =
    checks.some(({ state }) => state === 'ERROR' || state === 'EXPIRED') || (await lacksRows(db, row, checks))
  return {
    standIn: checks.some(({ standIn }) => standIn),
    mayRetry: isLacking && refusalToRetry(actor, row) === null,
    checks,
  }
}

/** Which check it is, and of what. */
export const whatOf = (check: Pick<AutoCheck, 'code' | 'participantId' | 'realtyId'>): string =>
  `${check.code} ${check.participantId} ${check.realtyId}`

/** Whether a check that the application needs has never been asked for. */
async function lacksRows(db: Db, { id, type }: CaseRow, checks: readonly AutoCheck[]): Promise<boolean> {
  const asked = new Set(checks.map(whatOf))
  return (await neededChecks(db, id, type)).some((check) => !asked.has(whatOf(check)))
}

/** Why the person neither asks for checks now nor says anything of them; null when they may. */
export function refusalToRetry(actor: Actor, { type, stage }: CaseRow): ApiError | null {
  if (caseTypes[type].questions === undefined) return notFound('У этого дела нет проверок')
  if (!deciders.some((operation) => holds(actor, type, operation)))
    return forbidden('Проверки повторяет тот, кто принимает решение по заявке')
  if (isWithBank({ type, stage })) return null
  return conflict(
    `На этапе «${stageNameFor(actor, type, stage)}» проверки не повторяют: их запрашивают, пока заявка у банка`,
  )
}

/** Asks again what failed or has expired, and what was never asked, in any stage of the bank. */
export async function retryChecks(engine: Engine, { db, actor }: Context, caseId: number): Promise<number> {
  const row = await requireCase(db, actor, caseId, 'Read', 'share')
  refusePartners(actor)
  const refusal = refusalToRetry(actor, row)
  if (refusal !== null) throw refusal
  const asking = { by: actor.employeeId, at: engine.clock.now() }
  const restarted = await restartRows(db, caseId, asking)
  const added = await requestMissing(db, caseId, await neededChecks(db, caseId, row.type), asking)
  await enqueue(db, checksQueue, { caseId })
  const beside = await engine.behaviours[row.type].checksRepeated?.(db, {
    caseId,
    actorId: asking.by,
    now: asking.at,
  })
  return restarted + added + (beside ?? 0)
}

/** Asks one of the checks of a case again; the caller has checked that it may be asked. */
export async function retryOne(db: Db, caseId: number, checkId: number, asking: Asking): Promise<void> {
  await restartRow(db, checkId, asking)
  await enqueue(db, checksQueue, { caseId })
}
