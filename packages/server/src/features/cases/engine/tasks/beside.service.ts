import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import {
  kindBeside,
  type KindBeside,
  taskKinds,
  type TaskKindDefinition,
} from '@ipoteka-office/contract/cases/task-kinds.ts'
import { deadlineIn } from '@ipoteka-office/contract/parameters/terms.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { conflict, forbidden, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findAbleMembers } from '../assignment/assignees.repo.ts'
import { calendarOf } from '../case-calendar.service.ts'
import type { CaseRow } from '../cases.repo.ts'
import type { Engine } from '../engine.ts'
import { isLent } from '../machine.rules.ts'
import { endOf } from '../working-clock.rules.ts'
import { closeTasks, insertBeside } from './beside.repo.ts'
import { finishing } from './beside.rules.ts'
import { hold, tellOfTask } from './tasks.service.ts'

/** What a task beside the stages asks, and of whom. */
export interface Beside {
  readonly kind: KindBeside
  readonly title: string
  readonly details?: string | null | undefined
  /** Null: the system gives it. */
  readonly authorId: number | null
  readonly assigneeId?: number | null | undefined
  readonly workgroupId?: number | null | undefined
  /** The usual term of the kind runs where no moment is named. */
  readonly dueAt?: Date | undefined
  readonly holdsMoves?: boolean | undefined
  /** Whose work it looks at: they do not do it, nor does whoever gives it. */
  readonly barredIds?: readonly number[]
}

/** Whether a task of the kind stands beside a case that is where this one is. */
function standsBeside({ atEnd = 'CLOSES' }: TaskKindDefinition, row: CaseRow): boolean {
  if (atEnd === 'STAYS') return true
  if (row.archivedAt !== null) return false
  return !row.closed || (atEnd === 'STAYS_WHERE_LENT' && isLent(row.type, row.stage))
}

async function termOf(
  engine: Engine,
  db: Db,
  row: CaseRow,
  kind: TaskKindDefinition,
  now: Date,
): Promise<Date> {
  const terms = await engine.parameters.figuresOn(bankDay(engine.clock))
  return endOf(now, deadlineIn(terms, kind.term), await calendarOf(engine, db, row.regionCode))
}

/** The one way a task beside the stages begins; the caller holds the case and has checked who gets it. Answers its id. */
export async function createBeside(engine: Engine, db: Db, row: CaseRow, asked: Beside): Promise<number> {
  const kind: TaskKindDefinition = taskKinds[asked.kind]
  if (!standsBeside(kind, row)) throw conflict('Дело закрыто: новых задач по нему не дают')
  const { authorId, assigneeId = null, workgroupId = null, details = null } = asked
  const now = engine.clock.now()
  // The system may be late with a day that was set before.
  if (authorId !== null && asked.dueAt !== undefined && asked.dueAt <= now)
    throw invalid([{ path: 'dueAt', message: 'Укажите срок в будущем' }])
  return insertBeside(db, {
    caseId: row.id,
    caseType: row.type,
    partnerId: row.partnerId,
    kind: asked.kind,
    title: asked.title,
    details,
    operation: kind.operation,
    authorId,
    assigneeId,
    workgroupId,
    dueAt: asked.dueAt ?? (await termOf(engine, db, row, kind, now)),
    barredIds: asked.barredIds ?? [],
    holdsMoves: kind.holds === 'ALWAYS' || (kind.holds === 'BY_CHOICE' && asked.holdsMoves === true),
    at: now,
  })
}

/** Who waits to hear how a task ended: its author, and where the author ends it those who have it or may take it. */
async function waiting(
  db: Db,
  row: CaseRow,
  task: Pick<CaseTask, 'author' | 'assignee' | 'workgroup'>,
  actorId: number,
  operation: string,
): Promise<number[]> {
  const ids = [task.author?.id, task.assignee?.id]
  if (task.assignee === null && task.workgroup !== null)
    ids.push(
      ...(await findAbleMembers(db, row, { operation, workgroupId: task.workgroup.id, exceptId: actorId })),
    )
  return [...new Set(ids)].filter((id) => id !== undefined && id !== actorId) as number[]
}

/** Closes tasks of a kind whose answer is given elsewhere; the caller holds the case. */
export const answerTasks = async (
  engine: Pick<Engine, 'clock'>,
  db: Db,
  taskIds: readonly number[],
  answer: { readonly actorId: number; readonly outcome: string; readonly comment: string },
): Promise<void> => {
  if (taskIds.length > 0)
    await closeTasks(db, taskIds, { ...answer, state: 'COMPLETED', at: engine.clock.now() })
}

/** Closes tasks in which nothing is left to do; the caller holds the case. */
export const dropTasks = async (
  db: Db,
  taskIds: readonly number[],
  { outcome, at }: { readonly outcome: string; readonly at: Date },
): Promise<void> => {
  if (taskIds.length > 0)
    await closeTasks(db, taskIds, { actorId: null, state: 'STOPPED', outcome, comment: null, at })
}

/** Closes a task beside the stages with one of the outcomes of its kind. */
export async function finishTask(
  engine: Engine,
  context: Context,
  taskId: number,
  { version, outcome: code, comment }: { version: number; outcome: string; comment: string },
): Promise<CaseTask> {
  const { db, actor } = context
  const held = await hold(engine, context, taskId, 'finish', version)
  const { task, row, reader } = held
  const outcome = kindBeside(task.kind)?.outcomes[code]
  if (outcome === undefined) throw invalid([{ path: 'outcome', message: 'Выберите, чем закончилась задача' }])
  if (!finishing(reader, task).includes(code))
    throw forbidden(
      outcome.by === 'HOLDER'
        ? `«${outcome.label}» отмечает исполнитель задачи`
        : `«${outcome.label}» может тот, кто дал задачу`,
    )
  await closeTasks(db, [taskId], {
    actorId: actor.employeeId,
    state: outcome.state,
    outcome: outcome.label,
    comment,
    at: engine.clock.now(),
  })
  const text = `${outcome.label}: «${task.title}», ${row.number}. ${actor.descriptor}: ${comment}`
  for (const id of await waiting(db, row, task, actor.employeeId, task.operation))
    await notify(db, id, { kind: 'info', text: text.slice(0, 500), link: casePath(row.type, row.id) })
  return tellOfTask(engine, context, taskId, row)
}
