import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Actor } from '#lib/actor.ts'
import type { Engine } from '../engine.ts'
import { holds, stageName } from '../machine.rules.ts'

/** A task as its list shows it, without what the person may do with it. */
export type TaskRow = Omit<CaseTask, 'may' | 'stageName' | 'clientName'> & {
  readonly clientName: string
  readonly operation: string
  /** The reader prepared what the task controls. */
  readonly barred: boolean
}

/** Who asks, as far as tasks are concerned. */
export interface TaskReader {
  readonly actor: Actor
  readonly now: Date
  /** Types of cases that the person reads. */
  readonly types: readonly CaseType[]
  /** Operations that the person holds, with the types of cases. */
  readonly held: readonly { readonly type: CaseType; readonly operation: string }[]
  /** Stages whose tasks are given out elsewhere, as `type stage`. */
  readonly queued: readonly string[]
  /** Sees the tasks of others too. */
  readonly readsAll: boolean
}

/** Every operation that some stage's task asks for, once. */
const asked = CaseType.options.flatMap((type) =>
  [
    ...new Set(Object.values(machines[type].states).flatMap(({ task }) => (task ? [task.operation] : []))),
  ].map((operation) => ({ type, operation })),
)

const queued = CaseType.options.flatMap((type) =>
  (caseTypes[type].queuedStages ?? []).map((stage) => `${type} ${stage}`),
)

const mayManage = (actor: Pick<Actor, 'operations'>): boolean =>
  actor.operations.CaseTask?.includes('ManageOthers') ?? false

/** What the person may see of tasks. */
export const readerOf = (engine: Engine, actor: Actor): TaskReader => ({
  actor,
  now: engine.clock.now(),
  types: CaseType.options.filter((type) => holds(actor, type, 'Read')),
  held: asked.filter(({ type, operation }) => holds(actor, type, operation)),
  queued,
  readsAll: actor.operations.CaseTask?.includes('ReadAll') ?? false,
})

type May = CaseTask['may']

type Asked = Pick<TaskRow, 'caseType' | 'stage' | 'operation' | 'assignee' | 'state' | 'barred'>

const isOpenTask = ({ state }: Asked) => state === 'IDLE' || state === 'RUNNING'

const nothing: May = { take: false, giveBack: false, transfer: false, postpone: false, complete: false }

/** What the person may do with a task now. */
export function mayOf(reader: TaskReader, task: Asked): May {
  return isOpenTask(task) ? mayOfOpen(reader, task) : nothing
}

function mayOfOpen(reader: TaskReader, task: Asked): May {
  const { actor } = reader
  const isGivenOut = reader.queued.includes(`${task.caseType} ${task.stage}`)
  const holdsOperation = !task.barred && holds(actor, task.caseType, task.operation)
  const rules = task.assignee?.id === actor.employeeId || mayManage(actor)
  const isFree = task.assignee === null && holdsOperation
  return {
    take: !isGivenOut && isFree,
    giveBack: !isGivenOut && task.assignee !== null && rules,
    transfer: !isGivenOut && (rules || isFree),
    postpone: rules,
    complete: isFree || (holdsOperation && rules),
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
  if (action === 'take' || action === 'complete' || action === 'transfer') {
    if (task.barred) return 'Вы готовили эту заявку: задачу контроля выполняет другой сотрудник'
    if (!holds(reader.actor, task.caseType, task.operation)) return 'Нет права на эту задачу'
  }
  return 'Задача у другого сотрудника. Попросите его или руководителя передать её'
}

/** The task as its list shows it. */
export const toTask = (reader: TaskReader, row: TaskRow): CaseTask => ({
  ...row,
  stageName: stageName(row.caseType, row.stage),
  may: mayOf(reader, row),
})
