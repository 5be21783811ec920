import { assignmentPages, pageOfScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import { giveCase } from '#features/cases/engine/assignment/responsible.service.ts'
import { holdCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import type { TaskWork } from '#features/notifications/run-task.service.ts'
import { conflict } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { requireScope } from './assignment-access.rules.ts'
import { keepAssignment } from './engine/assign-case.service.ts'
import { holdOpenAsk } from './engine/asks.repo.ts'
import { chooseByRules } from './engine/choose.service.ts'
import { answerItem, findRun, lockRun, type PlannedItem, takeWaiting, writeRunState } from './runs.repo.ts'

const batchSize = 50

/** Said in the history of those who led the case. */
const comment = 'Перераспределение по правилам назначения'

interface Answer {
  readonly done: boolean
  readonly answer: string | null
  readonly toId: number | null
  readonly workgroupId: number | null
}
const stays = (answer: string): Answer => ({ done: false, answer, toId: null, workgroupId: null })

/** Gives one case anew, as the rules say now; what changed since the preview stays, and says why. */
async function moveOne(engine: Engine, db: Db, actor: Actor, item: PlannedItem): Promise<Answer> {
  const row = await holdCase(db, item.caseId)
  const ask = row === undefined ? undefined : await holdOpenAsk(db, item.caseId)
  if (row === undefined || ask === undefined) return stays('Дело закрыто или в архиве')
  if (ask.responsibleId !== item.fromId) return stays('Ответственного сменили после предпросмотра')
  const chosen = await chooseByRules(db, ask, engine)
  if (chosen.outcome === 'NOBODY') return stays('Сейчас отдать некому')
  const { employeeId, workgroupId } = chosen
  if (employeeId === ask.responsibleId && workgroupId === ask.workgroupId) return stays('Остаётся у прежнего')
  await keepAssignment(db, ask, chosen, { clock: engine.clock, cause: 'REASSIGNED' })
  await giveCase(engine, { db, actor }, row, { employeeId, workgroupId, comment })
  return { done: true, answer: null, toId: employeeId, workgroupId }
}

async function moveBatch(engine: Engine, db: Db, actor: Actor, runId: number): Promise<number> {
  if ((await lockRun(db, runId))?.state !== 'RUNNING') return 0
  const items = await takeWaiting(db, runId, batchSize)
  for (const item of items)
    await answerItem(db, runId, { caseId: item.caseId, ...(await moveOne(engine, db, actor, item)) })
  return items.length
}

/** Gives open cases anew in batches; begun again it goes on with those that have no answer yet. */
export const runWork =
  (engine: Engine): TaskWork =>
  async ({ db, actor, input, signal, progress }) => {
    const { runId } = input as { runId: number }
    const run = await findRun(db, runId)
    if (run === undefined) throw conflict('Такого перераспределения нет')
    requireScope(actor, run.scope, 'update')
    const author = { employeeId: actor.employeeId, requestId: `assignment-run-${runId}` }
    let answered = run.done + run.failed
    for (let moved = -1; moved !== 0; ) {
      signal.throwIfAborted()
      moved = await writeTransaction(db, author, (tx) => moveBatch(engine, tx, actor, runId))
      answered += moved
      progress(answered)
    }
    await writeTransaction(db, author, (tx) => writeRunState(tx, runId, 'DONE', engine.clock.now()))
    const after = await findRun(db, runId)
    const page = {
      LEADS: '/responsible-assignment-config',
      APPLICATIONS: '/application-assignment-config',
      QR: '/assignment-rules',
    }
    return {
      text: `${assignmentPages[pageOfScope(run.scope)].title}: передано ${after?.done ?? 0}, осталось ${after?.failed ?? 0}`,
      link: page[pageOfScope(run.scope)],
    }
  }
