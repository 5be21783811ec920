import {
  type Approver,
  type ApproverColumn,
  ApproverType,
  approverTypes,
  exportApprovers,
  getApproverStatistics,
  listApprovers,
  saveApprover,
} from '@ipoteka-office/contract/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { download } from '#api/download.ts'
import { keyOf, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { DataTable } from '#ui/data-table.tsx'
import { FilterBar } from '#ui/filter-chip.tsx'
import { useListState } from '#ui/list-state.ts'
import { NotFound } from '#ui/not-found.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { visibleColumns } from '#ui/table-columns.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag } from '#ui/tag.tsx'
import { ExportMenu } from '#widgets/export-menu.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list-columns.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { SavedViewsMenu } from '#widgets/saved-views-menu.tsx'
import { fullNameOf } from './approver-form-values.ts'
import { approversColumns } from './approvers.columns.tsx'
import { ApproversBulk } from './approvers-bulk.tsx'
import { ApproversFilters, useFilterWords } from './approvers-filters.tsx'
import {
  type ApproversListState,
  approversListSchema,
  rememberApproversSearch,
  toApproverFilter,
  toApproverQuery,
} from './approvers-list-state.ts'
import { UnassignedButton } from './unassigned-dialog.tsx'

export const Route = createFileRoute('/list-workload-employees/$type')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: ApproversListPage,
})

const noUpdate = 'Нет права на изменение сотрудников. Обратитесь к администратору'
const noExport = 'Нет права на выгрузку сотрудников. Обратитесь к администратору'

/** The list call and then the statistics call, in sequence (specification 1 §7). */
function useApproversList(type: ApproverType, state: ApproversListState) {
  const filter = toApproverFilter(state)
  const request = { params: { type }, body: filter }
  const list = useQuery({
    ...query(listApprovers, { ...request, query: toApproverQuery(state) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const counts = query(getApproverStatistics, request)
  const statistics = useQuery({
    ...counts,
    queryKey: [...counts.queryKey, list.dataUpdatedAt],
    enabled: list.isSuccess && !list.isPlaceholderData && !list.isFetching,
    placeholderData: keepPreviousData,
  })
  return { list, statistics: list.isError ? undefined : statistics.data }
}

function ApproversListPage() {
  const type = ApproverType.safeParse(Route.useParams().type).data
  // A key, so that selection and views of one department never meet the other's.
  return type ? <ApproversList key={type} type={type} /> : <NotFound />
}

function ApproversList({ type }: { type: ApproverType }) {
  const title = `Сотрудники ${approverTypes[type]}`
  usePagePlace('Управление', title)
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const state = useListState(approversListSchema, search, navigate)
  useEffect(() => rememberApproversSearch(type, search), [type, search])

  const { list, statistics } = useApproversList(type, state)
  const client = useQueryClient()
  const reload = () => void client.invalidateQueries({ queryKey: keyOf(listApprovers) })
  useLiveRefresh(topics.approvers(type), reload)

  const rights = useRights()
  const mayUpdate = rights.mayCall(saveApprover, { type })
  const listKey = `approvers.${type}`
  const columns = useMemo(() => approversColumns(type), [type])
  const prefs = useColumnPrefs(listKey, columns)
  const words = useFilterWords(type, state)
  const [chosen, setChosen] = useState<string[]>([])
  const open = (href: string) => void go({ to: href })

  return (
    <>
      <PageHead
        title={title}
        mark={list.dataUpdatedAt > 0 && <Tag>обновлено {formatTime(new Date(list.dataUpdatedAt))}</Tag>}
      >
        <UnassignedButton type={type} />
        <ExportMenu
          disabledReason={rights.mayCall(exportApprovers, { type }) ? null : noExport}
          run={(format) =>
            download(exportApprovers, {
              params: { type },
              body: {
                format,
                filter: toApproverFilter(state),
                columns: visibleColumns(columns, prefs).map(({ key }) => key as ApproverColumn),
                sort: toApproverQuery(state).sort,
              },
            })
          }
        />
        <ColumnsButton listKey={listKey} columns={columns} />
      </PageHead>
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
      <FilterBar end={<SavedViewsMenu listKey={listKey} search={search} onApply={state.apply} />}>
        <ApproversFilters type={type} list={state} />
      </FilterBar>
      <DataTable<Approver>
        label={title}
        columns={columns}
        prefs={prefs}
        // A failed load leaves no old rows behind (specification 1 §4).
        rows={list.isError ? [] : list.data?.content}
        rowKey={({ id }) => String(id)}
        rowLabel={fullNameOf}
        rowHref={({ id }) => `/workload-employee/${type}/${id}`}
        onOpen={open}
        total={list.isError ? 0 : (list.data?.totalElements ?? 0)}
        page={state.page}
        size={state.size}
        onPage={state.setPage}
        onSize={state.setSize}
        sort={state.sort}
        onSort={state.setSort}
        loading={list.isPlaceholderData}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={() => void list.refetch()}
        filters={words}
        onReset={state.resetFilters}
        emptyTitle="Сотрудников нет"
        selection={{
          keys: chosen,
          onChange: setChosen,
          actions: (
            <ApproversBulk
              type={type}
              ids={chosen.map(Number)}
              disabledReason={mayUpdate ? null : noUpdate}
              onDone={(refused) => {
                setChosen(refused.map(String))
                reload()
              }}
            />
          ),
        }}
      />
    </>
  )
}
