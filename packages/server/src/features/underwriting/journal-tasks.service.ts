import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { JournalTaskChange } from '@ipoteka-office/contract/underwriting/journal-tasks.ts'
import { inSavepoint } from '#db/transaction.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import {
  postponeTask,
  returnTask,
  takeTask,
  transferTask,
} from '#features/cases/engine/tasks/tasks.service.ts'
import { ApiError, forbidden } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { escalate, requireStageTask } from './escalation.service.ts'

interface ItemAnswer {
  readonly id: number
  readonly done: boolean
  readonly reason: string | null
}

function changeOne(
  engine: Engine,
  context: Context,
  task: CaseTask,
  change: JournalTaskChange,
): Promise<CaseTask> {
  const { id, caseId, version } = task
  if (change.action === 'take') return takeTask(engine, context, id, version)
  if (change.action === 'giveBack')
    return returnTask(engine, context, id, { version, comment: change.comment })
  if (change.action === 'escalate')
    return escalate(engine, context, caseId, { version, reason: change.reason })
  if (change.action === 'postpone') {
    const now = engine.clock.now().toTemporalInstant().toZonedDateTimeISO(engine.clock.timeZone)
    const until = now.add({ days: change.days }).toInstant().toString()
    return postponeTask(engine, context, id, { version, until })
  }
  const { action: _, ...transfer } = change
  return transferTask(engine, context, id, { version, ...transfer })
}

/** A refusal of one is its answer; whatever else fails fails all. */
function refused(id: number, error: unknown): ItemAnswer {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  const [field] = error.details.fields ?? []
  return { id, done: false, reason: field?.message ?? error.message }
}

/** Does something with each of the applications; what one of them refuses is its own answer and leaves the others as they are. */
export async function changeEach(
  { db }: Context,
  ids: readonly number[],
  change: (id: number) => Promise<unknown>,
): Promise<ItemAnswer[]> {
  const answers = new Map<number, ItemAnswer>()
  // In ascending order: two changes at once wait for each other instead of locking each other out.
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const work = async (): Promise<ItemAnswer> => {
      await change(id)
      return { id, done: true, reason: null }
    }
    answers.set(id, await inSavepoint(db, work, (error) => refused(id, error)))
  }
  return [...new Set(ids)].flatMap((id) => answers.get(id) ?? [])
}

/** Does the same with the task of each of the applications; each has an answer of its own. */
export async function changeTasks(
  engine: Engine,
  context: Context,
  ids: readonly number[],
  change: JournalTaskChange,
): Promise<ItemAnswer[]> {
  const { isAhml, operations } = context.actor
  if (!isAhml || !operations.Underwriting?.includes('UndMenuJournal'))
    throw forbidden('Нет права «Журналы заявок»: действия с выбранными заявками — у тех, кто ведёт журнал')
  return changeEach(context, ids, async (id) =>
    changeOne(engine, context, await requireStageTask(engine, context, id), change),
  )
}
