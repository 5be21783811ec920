import { lowered } from '#lib/words.ts'
import {
  type CaseTask,
  prioritiseTask,
  returnTask,
  type TaskPriority,
  takeTask,
  taskPriorities,
  watchTask,
} from '@ipoteka-office/contract/cases/case-tasks.ts'
import { escalatedStage } from '@ipoteka-office/contract/underwriting/escalated-stage.ts'
import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { Menu, type MenuItem } from '#ui/overlay/menu.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { refreshHead } from '../case-data.ts'
import styles from './case-talk.module.css'
import { refreshMyTasks } from './my-tasks.ts'

const TaskDialog = onDemand(async () => (await import('./task-dialog.tsx')).TaskDialog)

type Outcome = CaseTask['outcomes'][number]
/** What is asked of a task before it is done. */
export type AskedOfTask =
  | { kind: 'transfer' | 'postpone' | 'complete' | 'escalate'; task: CaseTask }
  | { kind: 'finish'; task: CaseTask; outcome: Outcome }
type Asked = AskedOfTask | null
type Priority = z.output<typeof TaskPriority>

/** Does it, says so, and shows what the task has become, whether it was done or not. */
const runner =
  (task: CaseTask, onChanged: () => void) =>
  async (work: () => Promise<CaseTask>, words: string | null = null): Promise<boolean> => {
    try {
      await work()
      if (words !== null) toast.success(words)
      void refreshMyTasks()
      await refreshHead(task.caseId)
      return true
    } catch (failure) {
      notifyFailure(failure)
      return false
    } finally {
      onChanged()
    }
  }

function Buttons({
  task,
  floating,
  onAsk,
  onSeen,
  onChanged,
}: {
  task: CaseTask
  floating: boolean
  onAsk: (asked: Asked) => void
  /** The task as it is now. */
  onSeen: (task: CaseTask) => void
  onChanged: () => void
}) {
  const rights = useRights()
  useEffect(() => onSeen(task), [task, onSeen])
  const params = { taskId: String(task.id) }
  const { may, version } = task
  const mayEscalate =
    may.transfer &&
    task.stage === escalatedStage &&
    rights.isAhml &&
    rights.all({ Underwriting: ['Escalate'] })
  const run = runner(task, onChanged)
  const take = () => run(() => call(takeTask, { params, body: { version } }), 'Задача ваша')
  const giveBack = () =>
    run(() => call(returnTask, { params, body: { version } }), 'Задача возвращена в очередь')
  const prioritise = (priority: Priority) =>
    run(() => call(prioritiseTask, { params, body: { version, priority } }))
  const watch = () => run(() => call(watchTask, { params, body: { watch: !task.watched } }))
  const item = (allowed: boolean, label: string, onClick: () => void): MenuItem =>
    allowed ? { label, onClick } : null
  const other: Priority = task.priority === 'HIGH' ? 'NORMAL' : 'HIGH'
  const finish = (outcome: Outcome) => onAsk({ kind: 'finish', task, outcome })
  // What the one who has it is there for stands as a button, the rest in the menu.
  const first = task.outcomes.find(({ by }) => by === 'HOLDER')
  const others = task.outcomes.filter((outcome) => outcome !== first)
  const items: MenuItem[] = [
    ...others.map((outcome) => ({ label: outcome.label, onClick: () => finish(outcome) })),
    item(may.complete && may.take, 'Завершить', () => onAsk({ kind: 'complete', task })),
    item(may.giveBack, 'Вернуть в очередь', () => void giveBack()),
    item(may.transfer, 'Передать', () => onAsk({ kind: 'transfer', task })),
    item(mayEscalate, 'Эскалировать', () => onAsk({ kind: 'escalate', task })),
    item(may.postpone, 'Отложить', () => onAsk({ kind: 'postpone', task })),
    item(may.postpone, `Приоритет: ${lowered(taskPriorities[other])}`, () => void prioritise(other)),
    { label: task.watched ? 'Не наблюдать' : 'Наблюдать', onClick: () => void watch() },
  ]
  return (
    <span className={styles.taskButtons}>
      {may.take ? (
        <Button onClick={() => void take()}>Взять</Button>
      ) : (
        may.complete && <Button onClick={() => onAsk({ kind: 'complete', task })}>Завершить</Button>
      )}
      {first !== undefined && <Button onClick={() => finish(first)}>{first.label}</Button>}
      <Menu
        label={`Действия с задачей «${task.title}», № ${task.caseNumber}`}
        items={items}
        floating={floating}
      />
    </span>
  )
}

/**
 * What the person may do with tasks: the first thing as a button, the others in a menu. `dialogs` stand once outside the
 * list, because a click in a dialog of a row would be a click on the row.
 */
export function useTaskActions(
  onChanged: () => void,
  { floating = false }: { readonly floating?: boolean } = {},
) {
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  // Whoever is refused because the task has changed meanwhile says it again of what it is now, and loses no words.
  const see = useCallback(
    (task: CaseTask) =>
      setAsked((before) =>
        before?.task.id === task.id && task.version > before.task.version ? { ...before, task } : before,
      ),
    [],
  )
  const given = asked && { task: asked.task, run: runner(asked.task, onChanged), onClose: close }
  return {
    buttons: (task: CaseTask) => (
      <Buttons task={task} floating={floating} onAsk={setAsked} onSeen={see} onChanged={onChanged} />
    ),
    dialogs: given && <TaskDialog asked={asked} {...given} onDone={onChanged} />,
  }
}
