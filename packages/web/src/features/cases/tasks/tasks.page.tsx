import { taskPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useRights } from '#api/rights.ts'
import { useTaskActions } from '#widgets/case/talk/task-actions.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { takeTask } from '#widgets/take-next.ts'
import { tasksColumns } from './tasks.columns.tsx'
import { taskChoices, tasksList } from './tasks-list.ts'

export const Route = createFileRoute('/tasks')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: TasksPage,
})

/** The type that the list is filtered by, if any. */
function ofType(chosen: unknown) {
  const type = CaseType.safeParse(chosen).data
  return type === undefined ? {} : { caseTypes: [type] }
}

function TasksPage() {
  const rights = useRights()
  const list = useServerList(tasksList)
  const actions = useTaskActions(list.refresh, { floating: true })
  const { filters } = list.state
  return (
    <>
      <ListScreen
        list={list}
        title="Мои задачи"
        columns={tasksColumns(actions.buttons)}
        rowLabel={({ title, caseNumber }) => `${title}, ${caseNumber}`}
        rowHref={taskPath}
        choices={taskChoices(rights, filters)}
        create={{ text: 'Взять следующую', run: () => takeTask(ofType(filters.caseType)) }}
        empty={{
          title: 'Задач нет',
          text: 'Задача появляется, когда дело приходит на этап, где нужны вы или ваша группа, или когда вам дают поручение.',
        }}
      />
      {actions.dialogs}
    </>
  )
}
