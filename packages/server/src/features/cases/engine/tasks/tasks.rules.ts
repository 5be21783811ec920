import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Actor } from '#lib/actor.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { kindBeside, taskKinds } from '@ipoteka-office/contract/cases/task-kinds.ts'
import type { Engine } from '../engine.ts'
import { holds } from '../machine.rules.ts'
import { finishing, mayOfBeside } from './beside.rules.ts'
import { holdsForTask } from './task-rights.rules.ts'

/** A task as its list shows it, without what the person may do with it. */
export type TaskRow = Omit<CaseTask, 'may' | 'outcomes' | 'stageName' | 'clientName'> & {
  readonly clientName: string
  readonly operation: string
  /** The reader prepared what the task controls. */
  readonly barred: boolean
  readonly barredIds: readonly number[]
  /** The reader belongs to the group that has it. */
  readonly inGroup: boolean
  /** Its author is of a partner that the reader sees. */
  readonly byOwnPeople: boolean
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

const beside = Object.values(taskKinds).map(({ operation }): string => operation)

/** Every operation that some task asks for, once. */
const asked = CaseType.options.flatMap((type) => {
  const ofStages = Object.values(machines[type].states).flatMap(({ task }) => (task ? [task.operation] : []))
  return [...new Set([...ofStages, ...beside])].map((operation) => ({ type, operation }))
})

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
  held: asked.filter(({ type, operation }) => holdsForTask(actor, type, operation)),
  queued,
  readsAll: actor.operations.CaseTask?.includes('ReadAll') ?? false,
})

type May = CaseTask['may']
/** What is done with a task; `finish`: it is closed with an outcome of its kind. */
export type TaskAction = keyof May | 'finish'

type Asked = Pick<
  TaskRow,
  | 'caseType'
  | 'kind'
  | 'stage'
  | 'operation'
  | 'assignee'
  | 'workgroup'
  | 'author'
  | 'state'
  | 'barred'
  | 'inGroup'
  | 'byOwnPeople'
>

/** The queue of approvers gives the task out. */
const isGivenOutBy = ({ queued }: TaskReader, { caseType, stage }: Pick<TaskRow, 'caseType' | 'stage'>) =>
  stage !== null && queued.includes(`${caseType} ${stage}`)

const isOpenTask = ({ state }: Asked) => state === 'IDLE' || state === 'RUNNING'

const nothing: May = { take: false, giveBack: false, transfer: false, postpone: false, complete: false }

/** What the person may do with a task now. */
export function mayOf(reader: TaskReader, task: Asked): May {
  return isOpenTask(task) ? mayOfOpen(reader, task) : nothing
}

function mayOfOpen(reader: TaskReader, task: Asked): May {
  const kind = kindBeside(task.kind)
  return kind === undefined ? mayOfStage(reader, task) : mayOfBeside(reader, task, kind)
}

function mayOfStage(reader: TaskReader, task: Asked): May {
  const { actor } = reader
  const isGivenOut = isGivenOutBy(reader, task)
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

/** What a person needs for a task and lacks. */
function lackOf({ actor }: TaskReader, { barred, stage, caseType, operation }: TaskRow): string | null {
  if (barred)
    return stage === null
      ? 'Вы дали эту задачу или делали то, что она проверяет: выполняет её другой сотрудник'
      : 'Вы готовили эту заявку: задачу контроля выполняет другой сотрудник'
  return holdsForTask(actor, caseType, operation) ? null : 'Нет права на эту задачу'
}

/** What is not done with a task of this sort, whoever asks. */
function unfit(reader: TaskReader, task: TaskRow, action: TaskAction): string | null {
  const { stage, caseType, workgroup } = task
  if (stage !== null)
    return isGivenOutBy(reader, task)
      ? `Задачи этапа «${stageNameFor(reader.actor, caseType, stage)}» распределяет очередь согласующих`
      : null
  if (action === 'complete') return 'Эта задача закрывается ответом, а не действием с делом'
  if (action === 'giveBack' && workgroup === null)
    return 'Задача дана сотруднику, а не группе: отклоните её или передайте'
  return null
}

const takers: ReadonlySet<TaskAction> = new Set(['take', 'complete', 'transfer'])

/** Why the person may not; what to do instead. */
export function refusalOf(reader: TaskReader, task: TaskRow, action: TaskAction): string {
  if (!isOpenTask(task)) return 'Задача уже завершена. Обновите список'
  if (action === 'take' && task.assignee !== null)
    return task.assignee.id === reader.actor.employeeId
      ? 'Задача уже у вас'
      : `Задачу уже взял(а) ${task.assignee.fullName}`
  const reason = unfit(reader, task, action) ?? (takers.has(action) ? lackOf(reader, task) : null)
  if (reason !== null) return reason
  return 'Задача у другого сотрудника. Попросите его или руководителя передать её'
}

function outcomesOf(reader: TaskReader, row: TaskRow): CaseTask['outcomes'] {
  const all = kindBeside(row.kind)?.outcomes ?? {}
  return finishing(reader, row).flatMap((code) => {
    const outcome = all[code]
    if (outcome === undefined) return []
    const { label, words, by } = outcome
    return [{ code, label, words, by }]
  })
}

/** Whether the person may do it with the task now. */
export const mayDo = (reader: TaskReader, task: TaskRow, action: TaskAction): boolean =>
  action === 'finish' ? isOpenTask(task) && task.stage === null : mayOf(reader, task)[action]

/** The task as its list shows it. */
export const toTask = (reader: TaskReader, row: TaskRow): CaseTask => ({
  ...row,
  stageName:
    row.stage === null
      ? (kindBeside(row.kind)?.name ?? row.kind)
      : stageNameFor(reader.actor, row.caseType, row.stage),
  may: mayOf(reader, row),
  outcomes: isOpenTask(row) ? outcomesOf(reader, row) : [],
})
