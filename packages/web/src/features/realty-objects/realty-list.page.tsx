import {
  countRealtyObjects,
  realtyTabs,
  searchRealtyObjects,
} from '@ipoteka-office/contract/realty-objects.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { DataTable } from '#ui/data-table.tsx'
import { FilterBar } from '#ui/filter-chip.tsx'
import { useListState } from '#ui/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag } from '#ui/tag.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list-columns.tsx'
import { SavedViewsMenu } from '#widgets/saved-views-menu.tsx'
import { RealtyFilters, realtyFilterWords, useRealtyFilterNames } from './realty-filters.tsx'
import { realtyListSchema, toRealtyFilter, toRealtyQuery } from './realty-list-state.ts'
import { realtyColumns } from './realty.columns.tsx'

export const Route = createFileRoute('/realty-objects')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: RealtyPage,
})

const title = 'Предметы ипотеки'
const listKey = 'realty-objects'

function RealtyPage() {
  return useRights().mayCall(searchRealtyObjects) ? <RealtyRegister /> : <Forbidden />
}

function RealtyRegister() {
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
  const names = useRealtyFilterNames()
  return (
    <>
      <PageHead
        title={title}
        mark={list.dataUpdatedAt > 0 && <Tag>обновлено {formatTime(new Date(list.dataUpdatedAt))}</Tag>}
      >
        <ColumnsButton listKey={listKey} columns={realtyColumns} />
      </PageHead>
      <TabsWithCounts
        label="Какие предметы ипотеки"
        tabs={realtyListSchema.tabs.map((key) => ({ key, label: realtyTabs[key], count: counts?.[key] }))}
        value={state.tab}
        onChange={state.setTab}
      />
      <FilterBar end={<SavedViewsMenu listKey={listKey} search={search} onApply={state.apply} />}>
        <RealtyFilters list={state} names={names} />
      </FilterBar>
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
        filters={realtyFilterWords(state, names)}
        onReset={state.resetFilters}
        emptyTitle="Предметов ипотеки нет"
      />
    </>
  )
}
