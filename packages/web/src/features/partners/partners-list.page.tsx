import { exportAtOnceRows } from '@ipoteka-office/contract/approvers/approvers.ts'
import { exportPartners, startPartnerExport } from '@ipoteka-office/contract/partners/partner-exports.ts'
import { listFilteredPartners, type PartnerColumn } from '@ipoteka-office/contract/partners/partners.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { filterWords, ListFilters } from '#ui/table/list-filters.tsx'
import { useListState } from '#ui/table/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { type ColumnPrefs, visibleColumns } from '#ui/table/table-columns.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Exported, type ExportFormat, ExportMenu } from '#widgets/list/export-menu.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list/list-columns.tsx'
import { SavedViewsMenu } from '#widgets/list/saved-views-menu.tsx'
import { CreatePartnerDialog } from './create-partner-dialog.tsx'
import { usePartnerAccess } from './partner-access.ts'
import { partnersColumns } from './partners.columns.tsx'
import { usePartnersFilters } from './partners-filters.ts'
import {
  type PartnersListState,
  partnersListSchema,
  rememberPartnersSearch,
  toPartnerFilter,
  toPartnerQuery,
} from './partners-list-state.ts'

export const Route = createFileRoute('/partners')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: PartnersPage,
})

const listKey = 'partners'
const title = 'Партнёры'

function PartnersPage() {
  return useRights().mayCall(listFilteredPartners) ? <PartnersList /> : <Forbidden />
}

/** How many rows each tab would open under the filters now. */
function useTabCounts(state: PartnersListState, total: number | undefined) {
  const countOf = (tab: PartnersListState['tab']) => ({
    ...query(listFilteredPartners, { query: { page: 0, size: 1 }, body: toPartnerFilter(state, tab) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always' as const,
    enabled: tab !== state.tab,
  })
  const active = useQuery(countOf('active')).data?.totalElements
  const inactive = useQuery(countOf('inactive')).data?.totalElements
  const all = useQuery(countOf('all')).data?.totalElements
  return { active, inactive, all, [state.tab]: total }
}

function useExport(state: PartnersListState, prefs: ColumnPrefs | null, total: number) {
  return async (format: ExportFormat): Promise<Exported> => {
    const body = {
      format,
      filter: toPartnerFilter(state, state.tab),
      sort: toPartnerQuery(state).sort,
      columns: visibleColumns(partnersColumns, prefs).map(({ key }) => key as PartnerColumn),
    }
    if (total > exportAtOnceRows) return { kind: 'task', task: await call(startPartnerExport, { body }) }
    await download(exportPartners, { body })
    return { kind: 'file' }
  }
}

const noExport = 'Нет права на выгрузку партнёров. Обратитесь к администратору'

function PartnersList() {
  usePagePlace(title)
  const rights = useRights()
  const access = usePartnerAccess()
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const state = useListState(partnersListSchema, search, navigate)
  useEffect(() => rememberPartnersSearch(search), [search])
  const [creating, setCreating] = useState(false)

  const list = useQuery({
    ...query(listFilteredPartners, {
      query: toPartnerQuery(state),
      body: toPartnerFilter(state, state.tab),
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  // A failed load leaves no old rows behind (specification 1 §4).
  const page = list.isError ? undefined : list.data
  const counts = useTabCounts(state, page?.totalElements)
  const prefs = useColumnPrefs(listKey, partnersColumns)
  const filters = usePartnersFilters(state, page?.content)
  const run = useExport(state, prefs, page?.totalElements ?? 0)
  return (
    <>
      <PageHead
        title={title}
        mark={list.dataUpdatedAt > 0 && <Tag>обновлено {formatTime(new Date(list.dataUpdatedAt))}</Tag>}
      >
        <ExportMenu run={run} disabledReason={rights.mayCall(exportPartners) ? null : noExport} />
        <ColumnsButton listKey={listKey} columns={partnersColumns} />
        <Button look="primary" disabledReason={access.create} onClick={() => setCreating(true)}>
          Создать партнёра
        </Button>
      </PageHead>
      <TabsWithCounts
        label="Состояние партнёров"
        tabs={[
          { key: 'active', label: 'Действующие', count: counts.active },
          { key: 'inactive', label: 'Отключённые', count: counts.inactive },
          { key: 'all', label: 'Все', count: counts.all },
        ]}
        value={state.tab}
        onChange={state.setTab}
      />
      <ListFilters
        filters={filters}
        onReset={state.active.length > 0 ? state.resetFilters : null}
        end={<SavedViewsMenu listKey={listKey} search={search} onApply={state.apply} />}
      />
      <DataTable
        label={title}
        columns={partnersColumns}
        prefs={prefs}
        rows={page?.content}
        rowKey={({ id }) => String(id)}
        rowLabel={({ shortName }) => shortName}
        rowHref={({ id }) => `/partner/${id}`}
        onOpen={(href) => void go({ to: href })}
        total={page?.totalElements ?? 0}
        page={state.page}
        size={state.size}
        onPage={state.setPage}
        onSize={state.setSize}
        sort={state.sort}
        onSort={state.setSort}
        loading={list.isPlaceholderData}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={() => void list.refetch()}
        filters={filterWords(filters)}
        onReset={state.resetFilters}
        emptyTitle="Партнёров нет"
      />
      {creating && <CreatePartnerDialog onClose={() => setCreating(false)} />}
    </>
  )
}
