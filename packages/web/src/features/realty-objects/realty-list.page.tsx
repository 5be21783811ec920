import { exportAtOnceRows } from '@ipoteka-office/contract/approvers/approvers.ts'
import {
  exportRealtyObjects,
  startRealtyExport,
} from '@ipoteka-office/contract/realty-objects/realty-exports.ts'
import {
  countRealtyObjects,
  realtyTabs,
  searchRealtyObjects,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { filterWords, ListFilters } from '#ui/table/list-filters.tsx'
import { useListState } from '#ui/table/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { visibleColumns } from '#ui/table/table-columns.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Exported, type ExportFormat, ExportMenu } from '#widgets/list/export-menu.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list/list-columns.tsx'
import { SavedViewsMenu } from '#widgets/list/saved-views-menu.tsx'
import { useRealtyFilters } from './realty-filters.ts'
import { realtyListSchema, toRealtyFilter, toRealtyQuery } from './realty-list-state.ts'
import { exportedColumns, realtyColumns } from './realty.columns.tsx'

export const Route = createFileRoute('/realty-objects')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: RealtyPage,
})

const title = 'Предметы ипотеки'
const listKey = 'realty-objects'
const noExport = 'Нет права на выгрузку реестра. Обратитесь к администратору'

function RealtyPage() {
  return useRights().mayCall(searchRealtyObjects) ? <RealtyRegister /> : <Forbidden />
}

function RealtyRegister() {
  const mayExport = useRights().mayCall(exportRealtyObjects)
  usePagePlace(title)
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const state = useListState(realtyListSchema, search, navigate)
  const filter = toRealtyFilter(state)
  const list = useQuery({
    ...query(searchRealtyObjects, { query: toRealtyQuery(state), body: { ...filter, tab: state.tab } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const { data: counts } = useQuery({
    ...query(countRealtyObjects, { body: filter }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  // A failed load leaves no old rows behind (specification 1 §4).
  const page = list.isError ? undefined : list.data
  const prefs = useColumnPrefs(listKey, realtyColumns)
  const filters = useRealtyFilters(state)
  const run = async (format: ExportFormat): Promise<Exported> => {
    const body = {
      format,
      filter: { ...filter, tab: state.tab },
      sort: toRealtyQuery(state).sort,
      columns: exportedColumns(visibleColumns(realtyColumns, prefs)),
    }
    if ((page?.totalElements ?? 0) > exportAtOnceRows)
      return { kind: 'task', task: await call(startRealtyExport, { body }) }
    await download(exportRealtyObjects, { body })
    return { kind: 'file' }
  }
  return (
    <>
      <PageHead
        title={title}
        mark={list.dataUpdatedAt > 0 && <Tag>обновлено {formatTime(new Date(list.dataUpdatedAt))}</Tag>}
      >
        <ExportMenu run={run} disabledReason={mayExport ? null : noExport} />
        <ColumnsButton listKey={listKey} columns={realtyColumns} />
      </PageHead>
      <TabsWithCounts
        label="Какие предметы ипотеки"
        tabs={realtyListSchema.tabs.map((key) => ({ key, label: realtyTabs[key], count: counts?.[key] }))}
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
        columns={realtyColumns}
        prefs={prefs}
        rows={page?.content}
        rowKey={({ id }) => String(id)}
        rowLabel={({ address, number }) => address ?? number}
        rowHref={({ id, case: of }) => `/realty-object-edit/${of.id}?object=${id}`}
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
        emptyTitle="Предметов ипотеки нет"
      />
    </>
  )
}
