import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { AskedOfTask } from './task-actions.tsx'
import {
  CompleteDialog,
  EscalateDialog,
  FinishDialog,
  PostponeDialog,
  type TaskCommand,
  TransferDialog,
} from './task-dialogs.tsx'

/** The window of what is asked of a task. */
export function TaskDialog({
  asked,
  onDone,
  ...given
}: {
  asked: AskedOfTask
  task: CaseTask
  run: TaskCommand
  onDone: () => void
  onClose: () => void
}) {
  if (asked.kind === 'finish') return <FinishDialog {...given} outcome={asked.outcome} />
  if (asked.kind === 'complete') return <CompleteDialog {...given} onDone={onDone} />
  const Dialog = { transfer: TransferDialog, postpone: PostponeDialog, escalate: EscalateDialog }[asked.kind]
  return <Dialog {...given} />
}
