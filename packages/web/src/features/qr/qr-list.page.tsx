import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import { getQrOptions, listQr, type QrCode } from '@ipoteka-office/contract/qr.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { CodesFilterChip, FilterBar } from '#ui/filter-chip.tsx'
import { useListState } from '#ui/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { ToggleChip } from '#ui/toggle-chip.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list-columns.tsx'
import { searchPartners, usePartnerOptions } from '#widgets/partner-options.ts'
import { SavedViewsMenu } from '#widgets/saved-views-menu.tsx'
import { qrColumns } from './qr.columns.tsx'
import styles from './qr.module.css'
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

/** The last of the chosen codes: these filters take one. */
const lastOf = (codes: readonly string[]): string => codes.at(-1) ?? ''
const oneOf = (code: string): string[] => (code === '' ? [] : [code])

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
  const partners = usePartnerOptions().options
  const list = useQuery({
    ...query(listQr, { query: toQrQuery(state) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const counts = useTabCount(state)
  const { text, partner, product, mine } = state.filters
  const products: readonly Option[] = options.data?.products ?? []
  const nameOf = (choices: readonly Option[], code: string) =>
    choices.find((option) => option.code === code)?.name ?? code
  const words = [
    ...(text ? [`Поиск: ${text}`] : []),
    ...(partner ? [`Партнёр: ${nameOf(partners, partner)}`] : []),
    ...(product ? [`Продукт: ${nameOf(products, product)}`] : []),
    ...(mine ? ['Созданные мной'] : []),
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
      <div className={styles.find}>
        <SearchInput
          value={text}
          onSearch={(wanted) => state.setFilters({ text: wanted })}
          label="Найти по кампании, партнёру или сотруднику"
        />
      </div>
      <FilterBar end={<SavedViewsMenu listKey="qr" search={search} onApply={state.apply} />}>
        {options.data?.anyPartner && (
          <CodesFilterChip
            label="Партнёр"
            options={partners}
            value={oneOf(partner)}
            onChange={(codes) => state.setFilters({ partner: lastOf(codes) })}
            search={searchPartners}
          />
        )}
        <CodesFilterChip
          label="Продукт"
          options={products}
          value={oneOf(product)}
          onChange={(codes) => state.setFilters({ product: lastOf(codes) })}
        />
        <ToggleChip value={mine} onChange={(on) => state.setFilters({ mine: on })}>
          Созданные мной
        </ToggleChip>
        {state.active.length > 0 && (
          <Button look="link" onClick={state.resetFilters}>
            Сбросить
          </Button>
        )}
      </FilterBar>
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
        filters={words}
        onReset={state.resetFilters}
        emptyTitle="QR-кодов нет"
      />
    </>
  )
}
