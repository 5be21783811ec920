import { taskPath } from '@ipoteka-office/contract/cases/case-links.ts'
import {
  type CaseTask,
  countTasks,
  searchTasks,
  takeNextTask,
} from '@ipoteka-office/contract/cases/case-tasks.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { filterWords, ListFilters } from '#ui/table/list-filters.tsx'
import { useListState } from '#ui/table/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { OwnerTabs } from '#widgets/case/owner-tabs.tsx'
import { useTaskActions } from '#widgets/case/talk/task-actions.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list/list-columns.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { SavedViewsMenu } from '#widgets/list/saved-views-menu.tsx'
import { tasksColumns } from './tasks.columns.tsx'
import { tasksFilters } from './tasks-filters.ts'
import { type TasksListState, tasksSchema, toTaskFilter, toTaskQuery } from './tasks-list-state.ts'

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

function useTasks(state: TasksListState) {
  const list = useQuery({
    ...query(searchTasks, { body: toTaskQuery(state) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const counts = useQuery({
    ...query(countTasks, { body: toTaskFilter(state) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const refresh = () => {
    void list.refetch()
    void counts.refetch()
  }
  useLiveRefresh(CaseType.options.map(topics.cases), refresh)
  return { list, counts: counts.data, refresh }
}

function TasksPage() {
  usePagePlace('Мои задачи')
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const state = useListState(tasksSchema, search, navigate)
  const { list, counts, refresh } = useTasks(state)
  const actions = useTaskActions(refresh, true)
  const columns = tasksColumns(actions.buttons)
  const prefs = useColumnPrefs('tasks', columns)
  const next = useTakeNext(state.filters.caseType, (task) => void go({ href: taskPath(task) }))
  const filters = tasksFilters(state)
  return (
    <>
      <PageHead title="Мои задачи">
        <ColumnsButton listKey="tasks" columns={columns} />
        <Button look="primary" loading={next.busy} onClick={next.take}>
          Взять следующую
        </Button>
      </PageHead>
      <OwnerTabs label="Чьи задачи" value={state.tab} counts={counts} onChange={state.setTab} />
      <ListFilters
        filters={filters}
        onReset={state.active.length > 0 ? state.resetFilters : null}
        end={<SavedViewsMenu listKey="tasks" search={search} onApply={state.apply} />}
      />
      <DataTable<CaseTask>
        label="Задачи"
        columns={columns}
        prefs={prefs}
        rows={list.isError ? undefined : list.data?.content}
        rowKey={({ id }) => String(id)}
        rowHref={taskPath}
        onOpen={(href) => void go({ href })}
        total={list.data?.totalElements ?? 0}
        page={state.page}
        size={state.size}
        onPage={state.setPage}
        onSize={state.setSize}
        sort={state.sort}
        onSort={state.setSort}
        loading={list.isPlaceholderData}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={refresh}
        filters={filterWords(filters)}
        onReset={state.resetFilters}
        emptyTitle="Задач нет"
      />
      {actions.dialogs}
    </>
  )
}
