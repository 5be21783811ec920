import type { AutoCheck } from '@ipoteka-office/contract/full-applications.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { QuestionnaireParticipant } from '@ipoteka-office/contract/section-completeness.ts'
import type { Db } from '#db/database.ts'
import { annuityPayment } from '#features/calculators/annuity.rules.ts'
import { levelOf } from '#features/applications/level.rules.ts'
import { readQuestionnaire, type StoredQuestionnaire } from '#features/case-sections/questionnaire.service.ts'
import { requireCase } from '#features/processes/cases.service.ts'
import { bySystem, type Engine } from '#features/processes/engine.ts'
import { moveCase } from '#features/processes/move-case.service.ts'
import { conflict } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type ChecksByCode, CheckUnavailable } from '#integrations/auto-checks/check-service.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import { bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import {
  type CheckRow,
  type CheckWrite,
  countDuplicates,
  findChecks,
  requestRows,
  restartRows,
  writeAnswer,
} from './auto-checks.repo.ts'
import {
  type CheckCode,
  type CheckVerdict,
  checkSpecs,
  checksFor,
  isOwnCheck,
  outcomeOf,
  ownVerdict,
} from './auto-checks.rules.ts'
import { findMoved, holdMoved } from './full-applications.repo.ts'

const queue = 'auto-checks'
const hours = 3_600_000

/** Asks for the checks of an application when the move into them is committed. */
export async function requestChecks(db: Db, caseId: number, now: Date): Promise<void> {
  const stored = await readQuestionnaire(db, caseId, 'FULL_APPLICATION')
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

/** The payment of the wanted loan; null while the rate or the term is not known. */
function paymentOf({ sections }: StoredQuestionnaire): string | null {
  const { amount, rate, termMonths } = sections.CREDIT ?? {}
  const isKnown = typeof amount === 'string' && typeof rate === 'string' && typeof termMonths === 'number'
  return isKnown ? annuityPayment(amount, rate, termMonths).toFixed(2) : null
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
    const duplicates =
      check.participantId === null ? 0 : await countDuplicates(db, caseId, check.participantId)
    const facts = { today: bankDay(engine.clock), duplicates, payment: paymentOf(stored) }
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

/** Moves the application by what came back, once: whoever comes second finds it moved. */
async function decide({ db, engine }: ChecksParts, caseId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await holdMoved(tx, caseId)
    if (row.stage !== 'AUTO_CHECKS') return true
    const action = outcomeOf(await findChecks(tx, caseId), levelOf(row.amount))
    if (action === null) return false
    await moveCase(engine, tx, bySystem, caseId, { action })
    return true
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
    if ((await findMoved(db, caseId)).stage !== 'AUTO_CHECKS') return
    const stored = await readQuestionnaire(db, caseId, 'FULL_APPLICATION')
    const open = (await findChecks(db, caseId)).filter(
      ({ state }) => state === 'WAITING' || state === 'ERROR',
    )
    await Promise.all(
      open.map(async (check) => {
        const found = await answerOf(parts, caseId, check, stored, signal)
        const at = engine.clock.now()
        const { days } = checkSpecs[check.code as CheckCode]
        const validUntil = found.state === 'ERROR' ? null : new Date(at.getTime() + days * 24 * hours)
        await writeAnswer(db, { id: check.id, ...found, at, validUntil })
      }),
    )
    await publish(db, topics.case(caseId), { parts: ['checks'] })
    if (!(await decide(parts, caseId)))
      throw new Error(`Checks of the application ${caseId} are not answered yet`)
  }

/** The checks as the page shows them. */
export async function listChecks(
  { db, actor }: Context,
  engine: Engine,
  caseId: number,
): Promise<{ standIn: boolean; checks: AutoCheck[] }> {
  await requireCase(db, actor, caseId, 'Read')
  const now = engine.clock.now().toISOString()
  const checks = (await findChecks(db, caseId)).map((row): AutoCheck => {
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
  return { standIn: checks.some(({ standIn }) => standIn), checks }
}

/** Asks again what failed or has expired, while the application waits for it. */
export async function retryChecks({ db, actor }: Context, engine: Engine, caseId: number): Promise<number> {
  const row = await requireCase(db, actor, caseId, 'Underwrite', 'share')
  if (row.stage !== 'AUTO_CHECKS')
    throw conflict('Проверки повторяют, пока заявка на этапе «Автопроверки». Обновите страницу')
  const restarted = await restartRows(db, caseId, engine.clock.now())
  await enqueue(db, queue, { caseId })
  return restarted
}
