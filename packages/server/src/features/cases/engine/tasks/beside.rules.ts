import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { kindBeside, type TaskKindDefinition } from '@ipoteka-office/contract/cases/task-kinds.ts'
import { holdsForTask } from './task-rights.rules.ts'
import type { TaskReader, TaskRow } from './tasks.rules.ts'

type Open = Pick<
  TaskRow,
  | 'caseType'
  | 'kind'
  | 'operation'
  | 'assignee'
  | 'workgroup'
  | 'author'
  | 'barred'
  | 'inGroup'
  | 'byOwnPeople'
>

const manages = ({ actor }: TaskReader): boolean =>
  actor.operations.CaseTask?.includes('ManageOthers') ?? false

/** What the person may do with an open task of a kind, apart from closing it. */
export function mayOfBeside(reader: TaskReader, task: Open, kind: TaskKindDefinition): CaseTask['may'] {
  const { actor } = reader
  const able = !task.barred && holdsForTask(actor, task.caseType, task.operation)
  const isFree = task.assignee === null && able && (kind.audience !== 'ADDRESSED' || task.inGroup)
  const rules = task.assignee?.id === actor.employeeId || manages(reader)
  return {
    take: isFree,
    // What was given to a person has no queue to go back to: it is declined or handed over.
    giveBack: task.assignee !== null && task.workgroup !== null && rules,
    transfer: rules || isFree || task.author?.id === actor.employeeId,
    postpone: rules,
    complete: false,
  }
}

/** Codes of the outcomes that the person may choose now. Who gave the task never says that it is done. */
export function finishing(reader: TaskReader, task: Open): string[] {
  const kind = kindBeside(task.kind)
  if (kind === undefined) return []
  const { employeeId } = reader.actor
  const has = task.assignee?.id === employeeId && !task.barred
  const gave = task.author?.id === employeeId || (!has && task.byOwnPeople && manages(reader))
  return Object.entries(kind.outcomes).flatMap(([code, { by }]) =>
    (by === 'HOLDER' ? has : gave) ? [code] : [],
  )
}
