import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { holdCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { createBeside, dropTasks } from '#features/cases/engine/tasks/beside.service.ts'
import { readQuestionnaire, readQuestionnaires } from '#features/cases/sections/questionnaire.service.ts'
import { refreshBlacklistAnswers } from '#features/full-applications/blacklist-answers.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findCaseHits, findPastPassports, type HitWrite } from './hits.repo.ts'
import { askedOf, type AskedSubject, isOpenHit } from './hits.rules.ts'
import { askedOfCase, hitOf, keepFound, surest } from './hits.service.ts'
import type { Found, Subject } from './matching.rules.ts'
import { endWaiting, findCasesFired, findOpenCases, findWaiting, writeTaskOfHit } from './retro.repo.ts'
import { finderAmong } from './retro.rules.ts'

/** What the job needs. */
export interface RetroParts {
  readonly db: Db
  readonly engine: Engine
}

/** Cases that are read at once. */
const atOnce = 200

interface OpenCase {
  readonly id: number
  readonly type: CaseType
}

/** Entries that are tried in this turn, and how they are found. */
interface Tried {
  readonly ids: readonly number[]
  readonly find: (subject: Subject) => Found[]
}

const hitsOf = (asked: readonly AskedSubject[], { find }: Tried): HitWrite[] =>
  surest(asked.flatMap((one) => find(one.subject).map((each) => hitOf(one, each))))

/** In which of the cases the entries find somebody. */
async function casesFound(db: Db, cases: readonly OpenCase[], tried: Tried): Promise<number[]> {
  const passports = await findPastPassports(
    db,
    cases.map(({ id }) => id),
  )
  const found: number[] = []
  for (const [type, some] of Map.groupBy(cases, (one) => one.type)) {
    const questionnaires = await readQuestionnaires(
      db,
      some.map(({ id }) => id),
      type,
    )
    for (const [id, { participants }] of questionnaires) {
      const asked = participants.flatMap((one) => askedOf(one, passports.get(one.id) ?? []))
      if (hitsOf(asked, tried).length > 0) found.push(id)
    }
  }
  return found
}

/**
 * Keeps what the entries find in an open case, as it is when it is held: its checks say it, what they find no more is over,
 * and each new pair that waits for a verdict is a task.
 */
async function tell({ db, engine }: RetroParts, caseId: number, tried: Tried): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await holdCase(tx, caseId)
    if (row === undefined || row.closed || row.archivedAt !== null) return
    const at = engine.clock.now()
    const asked = await askedOfCase(tx, caseId, await readQuestionnaire(tx, caseId, row.type))
    const hits = hitsOf(asked, tried)
    const fresh = new Set(await keepFound(tx, caseId, hits, { entryIds: tried.ids, at }))
    await refreshBlacklistAnswers(tx, caseId)
    for (const hit of await findCaseHits(tx, caseId)) {
      if (!fresh.has(hit.id)) continue
      if (hit.taskId !== null) await dropTasks(tx, [hit.taskId], { outcome: 'Сведения изменились', at })
      if (!isOpenHit(hit) && hit.actingLevel !== 'STOP') continue
      const taskId = await createBeside(engine, tx, row, {
        kind: 'BLACKLIST_HIT',
        title: `Сверить с чёрным списком: ${hit.participantName}`,
        details:
          'Новая запись сработала на открытой заявке. Сравните и дайте вердикт в разделе «Проверка и отправка»',
        authorId: null,
      })
      await writeTaskOfHit(tx, hit.id, taskId)
    }
  })
}

/**
 * One turn: open cases are tried against entries that have begun to act, and those on which an entry has fired hear that it
 * acts or says otherwise now. A killed turn begins anew and finds what it has kept already.
 */
export async function retroTurn(parts: RetroParts): Promise<void> {
  const { db, engine } = parts
  const waiting = await findWaiting(db, bankDay(engine.clock))
  if (waiting.length === 0) return
  const tried = { ids: waiting.map(({ id }) => id), find: finderAmong(waiting) }
  const told = new Set<number>()
  for (let after = 0; ; ) {
    const cases = await findOpenCases(db, after, atOnce)
    for (const id of await casesFound(db, cases, tried)) {
      await tell(parts, id, tried)
      told.add(id)
    }
    const last = cases.at(-1)
    if (last === undefined || cases.length < atOnce) break
    after = last.id
  }
  for (const id of await findCasesFired(db, tried.ids)) if (!told.has(id)) await tell(parts, id, tried)
  await endWaiting(db, waiting)
}
