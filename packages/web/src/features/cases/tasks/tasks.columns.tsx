import { type CaseTask, caseTaskStates, taskPriorities } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ReactNode } from 'react'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { emptyValue, shortName } from '#lib/format.ts'
import { Note } from '#ui/table/note.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { dueText } from '#widgets/case/case-words.ts'

const under = (text: string) => <Note>{text}</Note>

function Due({ task }: { task: CaseTask }) {
  if (task.dueAt === null) return emptyValue
  const text = dueText(task.dueAt, serverNow())
  return task.overdue ? <Tag tone="red">просрочено: {text}</Tag> : text
}

const priorities = { HIGH: 'red', NORMAL: 'neutral', LOW: 'neutral' } as const

/** Columns of the list of tasks; `actions` draws what the person may do with one. */
export const tasksColumns = (actions: (task: CaseTask) => ReactNode): Column<CaseTask>[] => [
  {
    key: 'title',
    title: 'Задача',
    width: 240,
    link: true,
    always: true,
    render: ({ title, stageName, author }) => (
      <>
        {title}
        {under(author === null ? stageName : `${stageName}: ${shortName(author.fullName)}`)}
      </>
    ),
  },
  {
    key: 'caseNumber',
    title: 'Дело',
    width: 300,
    sortable: true,
    render: ({ caseNumber, caseType, clientName }) => (
      <>
        {caseNumber} {clientName}
        {under(caseTypes[caseType].name.toLowerCase())}
      </>
    ),
  },
  { key: 'partner', title: 'Партнёр', width: 150, render: ({ partner }) => partner.shortName },
  {
    key: 'assignee',
    title: 'Исполнитель',
    width: 140,
    render: ({ assignee, workgroup, state }) => (
      <>
        {assignee ? shortName(assignee.fullName) : (workgroup?.name ?? emptyValue)}
        {under(caseTaskStates[state])}
      </>
    ),
  },
  {
    key: 'dueAt',
    title: 'Срок',
    width: 210,
    sortable: true,
    render: (task) => (
      <>
        <Due task={task} />
        {task.followUpAt !== null && under(`отложена: ${dueText(task.followUpAt, serverNow())}`)}
      </>
    ),
  },
  {
    key: 'priority',
    title: 'Приоритет',
    width: 120,
    sortable: true,
    render: ({ priority }) => <Tag tone={priorities[priority]}>{taskPriorities[priority]}</Tag>,
  },
  {
    key: 'createdAt',
    title: 'Создана',
    width: 110,
    sortable: true,
    optional: true,
    render: ({ createdAt }) => formatMoment(createdAt, serverNow()),
  },
  {
    key: 'actions',
    title: 'Действия',
    width: 168,
    align: 'right',
    always: true,
    wrap: true,
    render: actions,
  },
]
