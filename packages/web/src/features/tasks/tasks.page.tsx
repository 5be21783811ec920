import { taskPath } from '@ipoteka-office/contract/case-links.ts'
import { type CaseTask, countTasks, searchTasks, takeNextTask } from '@ipoteka-office/contract/case-tasks.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { CaseType, caseTypes, machines } from '@ipoteka-office/contract/machines/machines.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { CodesFilterChip, FilterBar } from '#ui/filter-chip.tsx'
import { useListState } from '#ui/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { toast } from '#ui/toasts.tsx'
import { ToggleChip } from '#ui/toggle-chip.tsx'
import { OwnerTabs } from '#widgets/case/owner-tabs.tsx'
import { useTaskActions } from '#widgets/case/task-actions.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list-columns.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { SavedViewsMenu } from '#widgets/saved-views-menu.tsx'
import { tasksColumns } from './tasks.columns.tsx'
import { type TasksListState, tasksSchema, toTaskFilter, toTaskQuery } from './tasks-list-state.ts'

export const Route = createFileRoute('/tasks')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: TasksPage,
})

const typeOptions = CaseType.options.map((code) => ({ code, name: caseTypes[code].name }))
const dueOptions = [
  { code: '0', name: 'Просрочено' },
  { code: '2', name: 'Ближайшие 2 часа' },
  { code: '8', name: 'Ближайшие 8 часов' },
  { code: '24', name: 'Ближайшие сутки' },
]

/** Stages of the chosen type, or of all types, that have a task; types share codes and not always names. */
function stageOptions(caseType: string) {
  const types = CaseType.options.filter((type) => caseType === '' || type === caseType)
  const names = new Map<string, string>()
  for (const type of types)
    for (const [code, { name, task }] of Object.entries(machines[type].states))
      if (task !== undefined && !names.has(code)) names.set(code, name)
  return [...names].map(([code, name]) => ({ code, name }))
}

const lastOf = (codes: readonly string[]): string => codes.at(-1) ?? ''
const oneOf = (code: string): string[] => (code === '' ? [] : [code])
const nameOf = (options: readonly { code: string; name: string }[], code: string) =>
  options.find((option) => option.code === code)?.name ?? code

function filterWords({ filters }: TasksListState): string[] {
  const { search, caseType, stages, dueInHours, assigneeIds, postponed, done } = filters
  return [
    ...(search ? [`Поиск: ${search}`] : []),
    ...(caseType ? [`Вид дела: ${nameOf(typeOptions, caseType)}`] : []),
    ...stages.map((code) => `Этап: ${nameOf(stageOptions(caseType), code)}`),
    ...(dueInHours ? [`Срок: ${nameOf(dueOptions, dueInHours)}`] : []),
    ...(assigneeIds.length > 0 ? ['Исполнитель выбран'] : []),
    ...(postponed ? ['С отложенными'] : []),
    ...(done ? ['Завершённые'] : []),
  ]
}

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
  useLiveRefresh(topics.cases('LEAD'), refresh)
  useLiveRefresh(topics.cases('SHORT_APPLICATION'), refresh)
  useLiveRefresh(topics.cases('FULL_APPLICATION'), refresh)
  useLiveRefresh(topics.cases('LOAN_APPLICATION'), refresh)
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
  const { filters } = state
  return (
    <>
      <PageHead title="Мои задачи">
        <ColumnsButton listKey="tasks" columns={columns} />
        <Button look="primary" loading={next.busy} onClick={next.take}>
          Взять следующую
        </Button>
      </PageHead>
      <OwnerTabs label="Чьи задачи" value={state.tab} counts={counts} onChange={state.setTab} />
      <FilterBar end={<SavedViewsMenu listKey="tasks" search={search} onApply={state.apply} />}>
        <SearchInput
          value={filters.search}
          onSearch={(wanted) => state.setFilters({ search: wanted })}
          label="Найти по номеру дела или клиенту"
          placeholder="Номер дела, клиент"
        />
        <CodesFilterChip
          label="Вид дела"
          options={typeOptions}
          value={oneOf(filters.caseType)}
          onChange={(codes) => state.setFilters({ caseType: lastOf(codes), stages: [] })}
        />
        <CodesFilterChip
          label="Этап"
          options={stageOptions(filters.caseType)}
          value={filters.stages}
          onChange={(stages) => state.setFilters({ stages })}
        />
        <CodesFilterChip
          label="Срок"
          options={dueOptions}
          value={oneOf(filters.dueInHours)}
          onChange={(codes) => state.setFilters({ dueInHours: lastOf(codes) })}
        />
        <ToggleChip value={filters.postponed} onChange={(on) => state.setFilters({ postponed: on })}>
          С отложенными
        </ToggleChip>
        <ToggleChip value={filters.done} onChange={(on) => state.setFilters({ done: on })}>
          Завершённые
        </ToggleChip>
        {state.active.length > 0 && (
          <Button look="link" onClick={state.resetFilters}>
            Сбросить
          </Button>
        )}
      </FilterBar>
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
        filters={filterWords(state)}
        onReset={state.resetFilters}
        emptyTitle="Задач нет"
      />
      {actions.dialogs}
    </>
  )
}
