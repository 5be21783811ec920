import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import { getQrOptions, listQr, type QrCode } from '@ipoteka-office/contract/qr/qr.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { useAfterFirstPage } from '#lib/after-first-page.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import {
  codeFilterOf,
  filterWords,
  type ListFilter,
  ListFilters,
  searchFilter,
  toggleFilter,
} from '#ui/table/list-filters.tsx'
import { useListState } from '#ui/table/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list/list-columns.tsx'
import { searchPartners, usePartnerOptions } from '#widgets/fields/partner-options.ts'
import { SavedViewsMenu } from '#widgets/list/saved-views-menu.tsx'
import { qrColumns } from './qr.columns.tsx'
import { type QrListState, qrSchema, rememberQrSearch, toQrQuery } from './qr-list-state.ts'

export const Route = createFileRoute('/qr')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: QrListPage,
})

function QrListPage() {
  usePagePlace('Генерация QR-кода')
  return useRights().mayCall(listQr) ? <QrList /> : <Forbidden />
}

const tabLabels = { all: 'Все', ACTIVE: 'Действуют', INACTIVE: 'Отключены', EXPIRED: 'Истекли' } as const

/** How many codes each tab would open with the same filters. */
function useTabCount(state: QrListState) {
  const count = (tab: (typeof qrSchema.tabs)[number]) => ({
    ...query(listQr, { query: toQrQuery({ ...state, tab, page: 1 }) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always' as const,
    select: (page: { totalElements: number }) => page.totalElements,
  })
  return {
    all: useQuery(count('all')).data,
    ACTIVE: useQuery(count('ACTIVE')).data,
    INACTIVE: useQuery(count('INACTIVE')).data,
    EXPIRED: useQuery(count('EXPIRED')).data,
  }
}

function QrList() {
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  useEffect(() => rememberQrSearch(search), [search])
  const state = useListState(qrSchema, search, navigate)
  const prefs = useColumnPrefs('qr', qrColumns)
  const options = useQuery(query(getQrOptions))
  const partners = usePartnerOptions(useAfterFirstPage() || state.active.length > 0).options
  const list = useQuery({
    ...query(listQr, { query: toQrQuery(state) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const counts = useTabCount(state)
  const products: readonly Option[] = options.data?.products ?? []
  const filters: ListFilter[] = [
    searchFilter(state, 'text', {
      label: 'Найти по кампании, партнёру или сотруднику',
      placeholder: 'Кампания, партнёр, сотрудник',
    }),
    ...(options.data?.anyPartner
      ? [codeFilterOf(state, 'partner', 'Партнёр', { options: partners, search: searchPartners })]
      : []),
    codeFilterOf(state, 'product', 'Продукт', { options: products }),
    toggleFilter(state, 'mine', 'Созданные мной', { label: 'Создатель', value: 'вы' }),
  ]
  return (
    <>
      <PageHead title="QR-коды">
        <ColumnsButton listKey="qr" columns={qrColumns} />
        <Button
          look="primary"
          onClick={() => void go({ to: '/qr/$qrId', params: { qrId: 'new' }, search: {} })}
        >
          Новый QR-код
        </Button>
      </PageHead>
      <TabsWithCounts
        label="Состояние QR-кодов"
        tabs={qrSchema.tabs.map((key) => ({
          key,
          label: tabLabels[key],
          count: counts[key],
        }))}
        value={state.tab}
        onChange={state.setTab}
      />
      <ListFilters
        filters={filters}
        onReset={state.active.length > 0 ? state.resetFilters : null}
        end={<SavedViewsMenu listKey="qr" search={search} onApply={state.apply} />}
      />
      <DataTable<QrCode>
        label="QR-коды"
        columns={qrColumns}
        prefs={prefs}
        rows={list.isError ? undefined : list.data?.content}
        rowKey={({ id }) => String(id)}
        rowHref={({ id }) => `/qr/${id}`}
        onOpen={(href) => void go({ to: href, search: {} })}
        total={list.data?.totalElements ?? 0}
        page={state.page}
        size={state.size}
        onPage={state.setPage}
        onSize={state.setSize}
        loading={list.isPlaceholderData}
        error={list.isError ? errorInfoOf(list.error) : null}
        onRetry={() => void list.refetch()}
        filters={filterWords(filters)}
        onReset={state.resetFilters}
        emptyTitle="QR-кодов нет"
      />
    </>
  )
}
