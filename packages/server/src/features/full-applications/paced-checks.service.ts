import type { Db } from '#db/database.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import type { ChecksByCode } from '#integrations/auto-checks/check-service.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import { type CheckRow, findChecks, findPlace, nextTurn } from './auto-checks.repo.ts'
import { answerOf, type ChecksParts, isWithBank, keepAnswer } from './check-answers.service.ts'

/** Between two questions of one case, and before one that failed is asked again. */
const pause = 30_000
/** A service that has not answered so often is given up until somebody asks again. */
const mostAttempts = 10

/** Whether the service of a check takes only so many questions in a minute. */
export const isPaced = (checks: ChecksByCode, code: string): boolean => checks(code).perMinute !== undefined

/** Lets a case wait for its turn. */
export const enqueuePaced = (db: Db, caseId: number, startAfter?: Date): Promise<string | null> =>
  enqueue(db, 'paced-checks', { caseId }, startAfter && { startAfter })

const isAskable = ({ state, attempts }: CheckRow) =>
  state === 'WAITING' || (state === 'ERROR' && attempts < mostAttempts)

/**
 * Handler of the queue `paced-checks`: one question of one case, and the rest of the case goes back into the queue. Two
 * processes may take the last place of a minute both: the service refuses one, which is asked again.
 */
export const pacedChecksWork =
  (parts: ChecksParts): JobHandler<{ caseId: number }> =>
  async ({ caseId }, { signal }) => {
    const { db, engine, checks } = parts
    const place = await findPlace(db, caseId)
    if (!isWithBank(place)) return
    const open = (await findChecks(db, caseId)).filter(
      (check) => isAskable(check) && isPaced(checks, check.code),
    )
    const [check] = open
    if (check === undefined) return
    const now = engine.clock.now()
    const turn = await nextTurn(db, check.code, { perMinute: checks(check.code).perMinute ?? 1, now })
    if (turn > now) {
      await enqueuePaced(db, caseId, turn)
      return
    }
    const since = performance.now()
    const stored = await readQuestionnaire(db, caseId, place.type)
    const answer = await answerOf(parts, { caseId, check, stored, objects: [] }, signal)
    await db.transaction().execute(async (tx) => {
      await keepAnswer(engine, tx, check, { answer, since })
      if (open.length > 1 || answer.state === 'ERROR')
        await enqueuePaced(tx, caseId, new Date(now.getTime() + pause))
    })
  }
