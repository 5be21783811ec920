import type { CaseTask } from '@ipoteka-office/contract/case-tasks.ts'
import { CaseType } from '@ipoteka-office/contract/machines/machines.ts'
import { machines } from '@ipoteka-office/contract/machines/machines.ts'
import type { Actor } from '#lib/actor.ts'
import type { Engine } from './engine.ts'
import { holds, stageName } from './machine.rules.ts'
import type { TaskReader, TaskRow } from './tasks.repo.ts'

/** Every operation that some stage's task asks for, once. */
const asked = CaseType.options.flatMap((type) =>
  [
    ...new Set(Object.values(machines[type].states).flatMap(({ task }) => (task ? [task.operation] : []))),
  ].map((operation) => ({ type, operation })),
)

const queuedOf = ({ behaviours }: Engine): string[] =>
  CaseType.options.flatMap((type) => (behaviours[type].queuedStages ?? []).map((stage) => `${type} ${stage}`))

const mayManage = (actor: Pick<Actor, 'operations'>): boolean =>
  actor.operations.CaseTask?.includes('ManageOthers') ?? false

/** What the person may see of tasks. */
export const readerOf = (engine: Engine, actor: Actor): TaskReader => ({
  actor,
  now: engine.clock.now(),
  types: CaseType.options.filter((type) => holds(actor, type, 'Read')),
  held: asked.filter(({ type, operation }) => holds(actor, type, operation)),
  queued: queuedOf(engine),
  readsAll: actor.operations.CaseTask?.includes('ReadAll') ?? false,
})

type May = CaseTask['may']

/** What the person may do with a task now. */
export function mayOf(
  reader: TaskReader,
  task: Pick<TaskRow, 'caseType' | 'stage' | 'operation' | 'assignee' | 'state'>,
): May {
  const { actor } = reader
  const isOpen = task.state === 'IDLE' || task.state === 'RUNNING'
  const given = reader.queued.includes(`${task.caseType} ${task.stage}`)
  const holdsOperation = holds(actor, task.caseType, task.operation)
  const isMine = task.assignee?.id === actor.employeeId
  const rules = isMine || mayManage(actor)
  const changes = isOpen && !given
  return {
    take: changes && task.assignee === null && holdsOperation,
    giveBack: changes && task.assignee !== null && rules,
    transfer: changes && (rules || (task.assignee === null && holdsOperation)),
    postpone: isOpen && rules,
    complete: isOpen && holdsOperation && (isMine || task.assignee === null || mayManage(actor)),
  }
}

/** Why the person may not; what to do instead. */
export function refusalOf(reader: TaskReader, task: TaskRow, action: keyof May): string {
  if (task.state !== 'IDLE' && task.state !== 'RUNNING') return 'Задача уже завершена. Обновите список'
  if (action === 'take' && task.assignee !== null)
    return task.assignee.id === reader.actor.employeeId
      ? 'Задача уже у вас'
      : `Задачу уже взял(а) ${task.assignee.fullName}`
  if (reader.queued.includes(`${task.caseType} ${task.stage}`))
    return `Задачи этапа «${stageName(task.caseType, task.stage)}» распределяет очередь согласующих`
  if (!holds(reader.actor, task.caseType, task.operation) && action !== 'giveBack' && action !== 'postpone')
    return 'Нет права на эту задачу'
  return 'Задача у другого сотрудника. Попросите его или руководителя передать её'
}

/** The task as its list shows it. */
export const toTask = (reader: TaskReader, row: TaskRow): CaseTask => ({
  ...row,
  stageName: stageName(row.caseType, row.stage),
  may: mayOf(reader, row),
})
