import { type CaseTask, caseTaskStates, listObjectTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { SkeletonLine } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useCaseRefresh } from '../case-data.ts'
import styles from './case-talk.module.css'
import { dueText } from '../case-words.ts'
import { useTaskActions } from './task-actions.tsx'

const isOpen = ({ state }: CaseTask) => state === 'IDLE' || state === 'RUNNING' || state === 'STOPPING'

/** «Абрамова Е. И. · до: завтра 16:00». */
export function taskWords(task: CaseTask, now: Date): string {
  const who = task.assignee
    ? shortName(task.assignee.fullName)
    : (task.workgroup?.name ?? caseTaskStates[task.state].toLowerCase())
  if (!isOpen(task))
    return [caseTaskStates[task.state], task.completedAt && dueText(task.completedAt, now)]
      .filter(Boolean)
      .join(', ')
  const due =
    task.dueAt === null ? '' : ` · ${task.overdue ? 'срок вышел' : 'до'}: ${dueText(task.dueAt, now)}`
  const later =
    task.followUpAt !== null && Date.parse(task.followUpAt) > now.getTime()
      ? ` · отложена: ${dueText(task.followUpAt, now)}`
      : ''
  return who + due + later
}

/** «Задачи» of a case: the open ones, those done on demand. */
export function TasksBlock({ head }: { head: CaseHead }) {
  const [all, setAll] = useState(false)
  const answer = useQuery(query(listObjectTasks, { params: { id: String(head.id) } }))
  const refresh = () => void answer.refetch()
  useCaseRefresh(head.id, ['tasks', 'head'], refresh)
  const actions = useTaskActions(refresh)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={refresh} />
  if (!answer.data) return <SkeletonLine width={70} />
  const open = answer.data.filter(isOpen)
  const done = answer.data.length - open.length
  return (
    <>
      {open.length === 0 && <p className="muted">Открытых задач нет</p>}
      <ul className={styles.tasks}>
        {(all ? answer.data : open).map((task) => (
          <li key={task.id} className={cx(styles.task, !isOpen(task) && styles.taskDone)}>
            <div>
              {task.title}
              <div className={cx('small', task.overdue ? styles.late : 'muted')}>
                {taskWords(task, serverNow())}
              </div>
            </div>
            {isOpen(task) && actions.buttons(task)}
          </li>
        ))}
      </ul>
      {done > 0 && (
        <Button look="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Скрыть завершённые' : `Завершённые: ${done}`}
        </Button>
      )}
      {actions.dialogs}
    </>
  )
}
