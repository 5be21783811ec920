import { taskPath } from '@ipoteka-office/contract/cases/case-links.ts'
import {
  type CaseTask,
  countTasks,
  ownerTabs,
  takeNextTask,
} from '@ipoteka-office/contract/cases/case-tasks.ts'
import { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { useTaskActions } from '#widgets/case/talk/task-actions.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { tasksColumns } from './tasks.columns.tsx'
import { taskChoices, tasksList } from './tasks-list.ts'

export const Route = createFileRoute('/tasks')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: TasksPage,
})

/** Takes the most urgent task that the person may have and opens its case. */
function useTakeNext(caseType: string, onTaken: (task: CaseTask) => void) {
  const [busy, setBusy] = useState(false)
  const type = CaseType.safeParse(caseType).data
  const take = async () => {
    setBusy(true)
    try {
      const { task } = await call(takeNextTask, { body: type === undefined ? {} : { caseType: type } })
      if (task === null) toast.info('Свободных задач для вас сейчас нет')
      else onTaken(task)
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  return { busy, take: () => void take() }
}

function TasksPage() {
  const list = useServerList(tasksList)
  const { page: _page, size: _size, sort: _sort, tab: _tab, ...filter } = list.request().body ?? {}
  const counts = useQuery(query(countTasks, { body: filter }))
  const refresh = () => {
    list.refresh()
    void counts.refetch()
  }
  const actions = useTaskActions(refresh, { floating: true })
  const caseType = String(list.state.filters.caseType)
  const next = useTakeNext(caseType, (task) => list.open(taskPath(task)))
  return (
    <>
      <ListScreen
        list={{ ...list, refresh }}
        title="Мои задачи"
        columns={tasksColumns(actions.buttons)}
        rowLabel={({ title, caseNumber }) => `${title}, ${caseNumber}`}
        rowHref={taskPath}
        tabs={{ label: 'Чьи задачи', words: ownerTabs, counts: counts.data }}
        choices={taskChoices(list.state.filters)}
        create={
          <Button look="primary" loading={next.busy} onClick={next.take}>
            Взять следующую
          </Button>
        }
        empty={{
          title: 'Задач нет',
          text: 'Задача появляется, когда дело приходит на этап, где нужны вы или ваша группа, или когда вам дают поручение.',
        }}
      />
      {actions.dialogs}
    </>
  )
}
