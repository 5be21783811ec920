import { lowered } from '#lib/words.ts'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { type CaseTask, caseTaskStates, listObjectTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { workingOperations } from '@ipoteka-office/contract/cases/task-work.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
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

const AssignmentDialog = onDemand(async () => (await import('./assignment-dialog.tsx')).AssignmentDialog)

const isOpen = ({ state }: CaseTask) => state === 'IDLE' || state === 'RUNNING' || state === 'STOPPING'

/** «Абрамова Е. И. · до: завтра 16:00». */
export function taskWords(task: CaseTask, now: Date): string {
  const who = task.assignee
    ? shortName(task.assignee.fullName)
    : (task.workgroup?.name ?? lowered(caseTaskStates[task.state]))
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

/** Who gave it and what exactly is asked; the answer of one that is closed. */
function AssignmentWords({
  task: { stageName, author, details, holdsMoves, comment, completedAt },
}: {
  task: CaseTask
}) {
  const from = author === null ? '' : `, дал(а) ${shortName(author.fullName)}`
  return (
    <div className="small">
      <span className="muted">
        {stageName}
        {from}
        {holdsMoves && completedAt === null && ' · дело ждёт ответа'}
      </span>
      {details !== null && <div className={styles.words}>{details}</div>}
      {completedAt !== null && comment !== null && <div className={styles.words}>Ответ: {comment}</div>}
    </div>
  )
}

/** «Задачи» of a case: the open ones, those done on demand. */
export function TasksBlock({ head }: { head: CaseHead }) {
  const [all, setAll] = useState(false)
  const [giving, setGiving] = useState(false)
  const rights = useRights()
  const mayGive =
    !head.closed &&
    !head.archived &&
    rights.some({ [caseTypes[head.type].object]: workingOperations(head.type) })
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
              {task.author !== null && <AssignmentWords task={task} />}
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
      {mayGive && (
        <div className={styles.give}>
          <Button onClick={() => setGiving(true)}>Дать поручение</Button>
        </div>
      )}
      {giving && <AssignmentDialog head={head} onGiven={refresh} onClose={() => setGiving(false)} />}
      {actions.dialogs}
    </>
  )
}
