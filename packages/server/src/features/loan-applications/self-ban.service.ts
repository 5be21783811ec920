import type { Db } from '#db/database.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { outcomeOfChecks } from '#features/full-applications/auto-checks.service.ts'
import { bySystem, type Engine } from '#features/cases/engine/engine.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import type { BureauAnswer, SelfBanClient } from '#integrations/self-ban/self-ban-client.ts'
import { bankDay } from '#lib/bank-time.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import {
  beginAttempt,
  findLatestChecks,
  insertCheck,
  lockStage,
  writeAnswer,
} from './loan-applications.repo.ts'
import { peopleToAsk, selfBanReason } from './loan-applications.rules.ts'

/** A loan of any sum is decided on by a person. */
const byHand = 'LEVEL_MAX'

/** «Самозапрет на кредиты» in the dictionary of decisions. */
const refusedByBan = 'R23'

/** After so many attempts the question is given up; a person may ask again. */
const mostAttempts = 4

/** The latest answer about each participant. */
export const latestSelfBans = (db: Db, caseId: number) => findLatestChecks(db, caseId)

/** Asks about everybody who takes the loan and has no fresh answer; answers of how many. */
export async function requestSelfBanChecks(
  db: Db,
  { caseId, actorId, now }: { caseId: number; actorId: number | null; now: Date },
): Promise<number> {
  const people = peopleToAsk(await readQuestionnaire(db, caseId, 'LOAN_APPLICATION'))
  const checks = await findLatestChecks(db, caseId)
  let asked = 0
  for (const person of people) {
    // Without the ИНН there is no question to ask; the guard says so.
    if (person.inn === null) continue
    const isBanned = checks.some(
      ({ participantId, state }) => participantId === person.participantId && state === 'BANNED',
    )
    // A ban may have been lifted since: it is asked about again.
    if (!isBanned && selfBanReason([person], checks, now) === null) continue
    const id = await insertCheck(db, { caseId, participantId: person.participantId, actorId, at: now })
    if (id === null) continue
    await enqueue(db, 'self-ban-check', { checkId: id })
    asked += 1
  }
  return asked
}

/**
 * An application that waits for its checks goes on as soon as everybody's answer is there: of the bureaus about self-bans
 * and of the checks that a mortgage has too; false while one of the latter is missing.
 */
export async function goOnAfterChecks(engine: Engine, db: Db, caseId: number): Promise<boolean> {
  const stage = await lockStage(db, caseId)
  if (stage !== 'AUTO_CHECKS') return true
  const people = peopleToAsk(await readQuestionnaire(db, caseId, 'LOAN_APPLICATION'))
  const checks = await findLatestChecks(db, caseId)
  const states = people.map(
    ({ participantId }) => checks.find((one) => one.participantId === participantId)?.state,
  )
  if (states.includes('BANNED'))
    await moveCase(engine, db, bySystem, caseId, {
      action: 'stopFactor',
      reason: refusedByBan,
      comment: 'Установлен самозапрет',
    })
  else
    return goOnByChecks(
      engine,
      db,
      caseId,
      states.every((state) => state === 'CLEAR'),
    )
  return true
}

async function goOnByChecks(engine: Engine, db: Db, caseId: number, isClear: boolean): Promise<boolean> {
  const action = await outcomeOfChecks(db, caseId, byHand)
  if (action === null) return false
  // A stop is a stop whatever the bureaus say; without their answer nothing else goes on, and theirs comes by itself.
  if (action === 'stopFactor' || isClear) await moveCase(engine, db, bySystem, caseId, { action })
  return true
}

async function finish(
  { engine, client }: SelfBanParts,
  db: Db,
  { checkId, caseId }: { checkId: number; caseId: number },
  bureaus: readonly BureauAnswer[] | null,
): Promise<void> {
  const at = engine.clock.now()
  const hours = await engine.parameters.parameter('self-ban-validity', bankDay(engine.clock))
  const banned = bureaus?.some(({ answer }) => answer === 'BAN') ?? false
  const state = bureaus === null ? 'FAILED' : banned ? 'BANNED' : 'CLEAR'
  await db.transaction().execute(async (tx) => {
    const validUntil = state === 'CLEAR' ? new Date(at.getTime() + hours * 3_600_000) : null
    const answer = {
      state,
      at,
      validUntil,
      bureaus: bureaus ?? [],
      standIn: client.kind === 'STAND_IN',
    } as const
    if (!(await writeAnswer(tx, checkId, answer))) return
    await goOnAfterChecks(engine, tx, caseId)
  })
}

/** What asking the bureaus needs. */
export interface SelfBanParts {
  readonly engine: Engine
  readonly client: SelfBanClient
}

/** The job: one attempt of one question. What is answered already is left alone, so that a second call does no harm. */
export const selfBanWorker =
  (db: Db, parts: SelfBanParts): JobHandler<{ checkId: number }> =>
  async ({ checkId }) => {
    const check = await beginAttempt(db, checkId)
    if (check === undefined) return
    const { caseId, participantId, attempts } = check
    const people = peopleToAsk(await readQuestionnaire(db, caseId, 'LOAN_APPLICATION'))
    const person = people.find((one) => one.participantId === participantId)
    try {
      const bureaus =
        // The ИНН may have been taken out since the question was put.
        person === undefined || person.inn === null
          ? null
          : await parts.client.ask(person, `self-ban-${checkId}`, AbortSignal.timeout(30_000))
      await finish(parts, db, { checkId, caseId }, bureaus)
    } catch (error) {
      if (attempts < mostAttempts) throw error
      await finish(parts, db, { checkId, caseId }, null)
    }
  }
