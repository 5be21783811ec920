import { lowered } from '#lib/words.ts'
import { type CaseTask, caseTaskStates, taskPriorities } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ReactNode } from 'react'
import { serverNow } from '#api/server-time.ts'
import { emptyValue, shortName } from '#lib/format.ts'
import { markOf, noted, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { dueText } from '#widgets/case/case-words.ts'
import { moment } from '#widgets/list/cells.ts'

function Due({ task: { dueAt, overdue } }: { task: CaseTask }) {
  if (dueAt === null) return emptyValue
  const text = dueText(dueAt, serverNow())
  return overdue ? <Tag tone="red">просрочено: {text}</Tag> : text
}

const tones = { HIGH: 'red' } as const

const titles = {
  title: 'Задача',
  caseNumber: 'Дело',
  partner: 'Партнёр',
  assignee: 'Исполнитель',
  dueAt: 'Срок',
  priority: 'Приоритет',
  createdAt: 'Создана',
  actions: 'Действия',
} as const

/** Columns of the list of tasks; `actions` draws what the person may do with one. */
export const tasksColumns = (actions: (task: CaseTask) => ReactNode) =>
  columnsOf<CaseTask, keyof typeof titles>(titles, {
    title: noted(
      240,
      ({ title, stageName, author }) => [
        title,
        author === null ? stageName : `${stageName}: ${shortName(author.fullName)}`,
      ],
      { link: true, always: true },
    ),
    caseNumber: noted(300, ({ caseNumber, caseType, clientName }) => [
      `${caseNumber} ${clientName}`,
      lowered(caseTypes[caseType].name),
    ]),
    partner: text(150, ({ partner }) => partner.shortName),
    assignee: noted(140, ({ assignee, workgroup, state }) => [
      assignee ? shortName(assignee.fullName) : workgroup?.name,
      caseTaskStates[state],
    ]),
    dueAt: noted(210, (task) => [
      <Due key="due" task={task} />,
      task.followUpAt !== null && `отложена: ${dueText(task.followUpAt, serverNow())}`,
    ]),
    priority: markOf(120, taskPriorities, tones, ({ priority }) => priority),
    createdAt: moment(110, ({ createdAt }) => createdAt, { optional: true }),
    actions: { width: 168, align: 'right', always: true, wrap: true, render: actions },
  })
