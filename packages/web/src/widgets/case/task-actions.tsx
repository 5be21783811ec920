import {
  type CaseTask,
  prioritiseTask,
  returnTask,
  type TaskPriority,
  takeTask,
  taskPriorities,
  watchTask,
} from '@ipoteka-office/contract/case-tasks.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toasts.tsx'
import { notifyFailure } from '../notify-failure.ts'
import { refreshHead } from './case-data.ts'
import { CompleteDialog, PostponeDialog, TransferDialog } from './task-dialogs.tsx'

type Asked = 'transfer' | 'postpone' | 'complete' | null
type Priority = z.output<typeof TaskPriority>

/** What the person may do with a task: the first thing as a button, the others in its menu. */
export function TaskActions({ task, onChanged }: { task: CaseTask; onChanged: () => void }) {
  const [asked, setAsked] = useState<Asked>(null)
  const params = { taskId: String(task.id) }
  const { may, version } = task
  const run = async (work: () => Promise<CaseTask>, words: string | null = null): Promise<boolean> => {
    try {
      await work()
      if (words !== null) toast.success(words)
      await refreshHead(task.caseId)
      return true
    } catch (failure) {
      notifyFailure(failure)
      return false
    } finally {
      onChanged()
    }
  }
  const take = () => run(() => call(takeTask, { params, body: { version } }), 'Задача ваша')
  const prioritise = (priority: Priority) =>
    run(() => call(prioritiseTask, { params, body: { version, priority } }))
  const watch = () => run(() => call(watchTask, { params, body: { watch: !task.watched } }))
  const item = (allowed: boolean, label: string, onClick: () => void): MenuItem =>
    allowed ? { label, onClick } : null
  const other: Priority = task.priority === 'HIGH' ? 'NORMAL' : 'HIGH'
  const items: MenuItem[] = [
    item(may.complete && may.take, 'Взять', () => void take()),
    item(
      may.giveBack,
      'Вернуть в очередь',
      () => void run(() => call(returnTask, { params, body: { version } }), 'Задача возвращена в очередь'),
    ),
    item(may.transfer, 'Передать', () => setAsked('transfer')),
    item(may.postpone, 'Отложить', () => setAsked('postpone')),
    item(may.postpone, `Приоритет: ${taskPriorities[other].toLowerCase()}`, () => void prioritise(other)),
    { label: task.watched ? 'Не наблюдать' : 'Наблюдать', onClick: () => void watch() },
  ]
  const close = () => setAsked(null)
  return (
    <>
      {may.complete ? (
        <Button onClick={() => setAsked('complete')}>Завершить</Button>
      ) : (
        may.take && <Button onClick={() => void take()}>Взять</Button>
      )}
      <Menu label={`Действия с задачей «${task.title}», № ${task.caseNumber}`} items={items} />
      {asked === 'transfer' && <TransferDialog task={task} run={run} onClose={close} />}
      {asked === 'postpone' && <PostponeDialog task={task} run={run} onClose={close} />}
      {asked === 'complete' && <CompleteDialog task={task} onDone={onChanged} onClose={close} />}
    </>
  )
}
