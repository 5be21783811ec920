import {
  ApproverType,
  approverTypes,
  getApproverStatistics,
  listApprovers,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { call } from '#api/call.ts'
import { keyOf, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { filterWords, ListFilters } from '#ui/table/list-filters.tsx'
import { useListState } from '#ui/table/list-state.ts'
import { NotFound } from '#ui/not-found.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { useColumnPrefs } from '#widgets/list/list-columns.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { SavedViewsMenu } from '#widgets/list/saved-views-menu.tsx'
import { approversColumns } from './approvers.columns.tsx'
import { useApproversFilters } from './approvers-filters.tsx'
import { ApproversHead } from './approvers-head.tsx'
import {
  type ApproversListState,
  approversListSchema,
  rememberApproversSearch,
  toApproverFilter,
  toApproverQuery,
} from './approvers-list-state.ts'
import { ApproversTable } from './approvers-table.tsx'
import { LinkedDialogs } from './linked-dialogs.tsx'

export const Route = createFileRoute('/list-workload-employees/$type')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ApproversListPage,
})

function ApproversListPage() {
  const type = ApproverType.safeParse(Route.useParams().type).data
  const rights = useRights()
  if (!type) return <NotFound />
  if (!rights.mayCall(listApprovers, { type })) return <Forbidden />
  // A key, so that selection and views of one department never meet the other's.
  return <ApproversList key={type} type={type} />
}

/** The list call and then the statistics call, in sequence (specification 1 §7). */
function useApprovers(type: ApproverType, state: ApproversListState) {
  const request = { params: { type }, body: toApproverFilter(state) }
  const list = useQuery({
    ...query(listApprovers, { ...request, query: toApproverQuery(state) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const { data: statistics } = useQuery({
    queryKey: [...keyOf(getApproverStatistics), request, list.dataUpdatedAt],
    queryFn: ({ signal }) => call(getApproverStatistics, request, { signal }),
    enabled: list.isSuccess && !list.isPlaceholderData && !list.isFetching,
    placeholderData: keepPreviousData,
  })
  return { list, statistics: list.isError ? undefined : statistics }
}

function ApproversList({ type }: { type: ApproverType }) {
  const title = `Сотрудники ${approverTypes[type]}`
  usePagePlace('Управление', title)
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const state = useListState(approversListSchema, search, navigate)
  useEffect(() => rememberApproversSearch(type, search), [type, search])

  const { list, statistics } = useApprovers(type, state)
  const client = useQueryClient()
  const reload = () => void client.invalidateQueries({ queryKey: keyOf(listApprovers) })
  useLiveRefresh(topics.approvers(type), reload)

  const listKey = `approvers.${type}`
  const columns = useMemo(() => approversColumns(type), [type])
  const prefs = useColumnPrefs(listKey, columns)
  const filters = useApproversFilters(type, state)
  return (
    <>
      <ApproversHead
        type={type}
        title={title}
        listKey={listKey}
        state={state}
        columns={columns}
        prefs={prefs}
        total={list.data?.totalElements ?? 0}
        updatedAt={list.dataUpdatedAt}
      />
      <TabsWithCounts
        label="Статус сотрудников"
        tabs={[
          { key: 'all', label: 'Все', count: statistics?.allEmployeesCount },
          { key: 'active', label: 'Активные', count: statistics?.activeEmployeesCount },
          { key: 'inactive', label: 'Неактивные', count: statistics?.inactiveEmployeesCount },
          { key: 'pause', label: 'На паузе', count: statistics?.pauseEmployeesCount },
        ]}
        value={state.tab}
        onChange={state.setTab}
      />
      <ListFilters
        filters={filters}
        onReset={state.active.length > 0 ? state.resetFilters : null}
        end={<SavedViewsMenu listKey={listKey} search={search} onApply={state.apply} />}
      />
      <ApproversTable
        type={type}
        title={title}
        columns={columns}
        prefs={prefs}
        list={list}
        state={state}
        filters={filterWords(filters)}
        onOpen={(href) => void go({ to: href })}
        onChanged={reload}
      />
      <LinkedDialogs
        type={type}
        search={search}
        onSearch={(next) => void go({ search: next, replace: true })}
      />
    </>
  )
}
