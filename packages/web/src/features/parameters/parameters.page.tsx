import { parameterGroups } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import {
  exportParameters,
  listParameters,
  parameterRequests,
} from '@ipoteka-office/contract/parameters/parameters.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { PageHead } from '#ui/page-head.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import {
  codeFilterOf,
  filterWords,
  ListFilters,
  searchFilter,
  toggleFilter,
} from '#ui/table/list-filters.tsx'
import { flagFilter, listSchema, textFilter, useListState } from '#ui/table/list-state.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { RequestsList } from '#widgets/change-requests/requests-list.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { type Exported, type ExportFormat, ExportMenu } from '#widgets/list/export-menu.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { Comparison } from './comparison.tsx'
import { parameterColumns } from './parameter.columns.tsx'
import { refreshParameters } from './refresh-parameters.ts'

export const Route = createFileRoute('/parameters')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ParametersPage,
})

const tabs = { list: 'Параметры', requests: 'Запросы на изменение', compare: 'Сравнение двух дат' } as const
const codes = Object.keys(parameterGroups)

const schema = listSchema({
  tabs: ['list', 'requests', 'compare'],
  filters: {
    text: textFilter,
    group: textFilter,
    planned: flagFilter,
    status: textFilter,
    from: textFilter,
    to: textFilter,
    changed: flagFilter,
  },
  sortable: [],
  defaultSort: { key: 'title', direction: 'asc' },
})
/** What the page keeps in its address. */
export type ParametersState = ReturnType<
  typeof useListState<(typeof schema.tabs)[number], typeof schema.filters>
>

const title = 'Параметры'

function ParametersPage() {
  usePagePlace('Справочники', title)
  return useRights().mayCall(listParameters) ? <Parameters /> : <Forbidden />
}

type Group = keyof typeof parameterGroups
const groupOf = (code: string) => (codes.includes(code) ? { group: code as Group } : {})

function List({ state, onOpen }: { state: ParametersState; onOpen: (href: string) => void }) {
  const { text, group, planned } = state.filters
  const list = useQuery({
    ...query(listParameters, {
      query: {
        page: state.page - 1,
        size: state.size,
        search: text,
        ...groupOf(group),
        ...(planned && { planned: 'true' as const }),
      },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const options = Object.entries(parameterGroups).map(([code, name]) => ({ code, name }))
  const filters = [
    searchFilter(state, 'text', { label: 'Найти параметр', placeholder: 'Название, код, источник' }),
    codeFilterOf(state, 'group', 'Раздел', { options }),
    toggleFilter(state, 'planned', 'Меняются с даты', { label: 'Следующее значение', value: 'есть' }),
  ]
  const page = list.isError ? undefined : list.data
  return (
    <>
      <ListFilters filters={filters} onReset={state.active.length > 0 ? state.resetFilters : null} />
      <DataTable
        label={title}
        columns={parameterColumns}
        rows={page?.content}
        rowKey={({ code }) => code}
        rowHref={({ code }) => `/parameter/${code}`}
        onOpen={onOpen}
        total={page?.totalElements ?? 0}
        page={state.page}
        size={state.size}
        onPage={state.setPage}
        onSize={state.setSize}
        loading={list.isPlaceholderData}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={() => void list.refetch()}
        filters={filterWords(filters)}
        onReset={state.resetFilters}
        emptyTitle="Таких параметров нет"
      />
    </>
  )
}

function Requests({ state }: { state: ParametersState }) {
  return (
    <RequestsList
      calls={parameterRequests}
      emptyText="Запрос появляется, когда кто-то просит новое значение параметра."
      state={{ status: state.filters.status, page: state.page }}
      onChange={({ status, page }) => {
        if (status !== undefined) state.setFilter('status', status)
        if (page !== undefined) state.setPage(page)
      }}
      onDecided={refreshParameters}
    />
  )
}

function Parameters() {
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const state = useListState(schema, search, navigate)
  const mayExport = useRights().mayCall(exportParameters)
  useLiveRefresh(topics.parameters, () => void refreshParameters())
  const waiting = useQuery({
    ...query(parameterRequests.list, { query: { size: 1, status: 'PENDING' } }),
    refetchOnMount: 'always',
  })
  const run = async (format: ExportFormat): Promise<Exported> => {
    const { text, group } = state.filters
    await download(exportParameters, { body: { format, filter: { search: text, ...groupOf(group) } } })
    return { kind: 'file' }
  }
  return (
    <>
      <PageHead title={title}>
        <ExportMenu
          run={run}
          disabledReason={mayExport ? null : 'Нет права на выгрузку параметров. Обратитесь к администратору'}
        />
      </PageHead>
      <TabsWithCounts
        label="Что показать"
        tabs={schema.tabs.map((key) => ({
          key,
          label: tabs[key],
          ...(key === 'requests' && { count: waiting.data?.totalElements }),
        }))}
        value={state.tab}
        onChange={state.setTab}
      />
      {state.tab === 'list' && <List state={state} onOpen={(href) => void go({ to: href })} />}
      {state.tab === 'requests' && <Requests state={state} />}
      {state.tab === 'compare' && <Comparison state={state} />}
    </>
  )
}
