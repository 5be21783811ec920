import { AccessAction, accessActions, searchAccessLog } from '@ipoteka-office/contract/access-log.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { DateInput } from '#ui/date-input.tsx'
import { CodesFilterChip, FilterBar, FilterChip } from '#ui/filter-chip.tsx'
import { codesFilter, listSchema, textFilter, useListState } from '#ui/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list-columns.tsx'
import { accessLogColumns } from './access-log.columns.tsx'
import styles from './access-log.module.css'

export const Route = createFileRoute('/access-log')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: AccessLogPage,
})

const schema = listSchema({
  tabs: ['all'],
  filters: { text: textFilter, actions: codesFilter, from: textFilter, to: textFilter },
  sortable: [],
  defaultSort: { key: 'at', direction: 'desc' },
})
const listKey = 'access-log'
const actionOptions = AccessAction.options.map((code) => ({ code, name: accessActions[code] }))
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

function AccessLogPage() {
  usePagePlace('Журнал доступа')
  return useRights().mayCall(searchAccessLog) ? <AccessLog /> : <Forbidden />
}

function periodWords(from: string, to: string): string | null {
  const parts = [isDay(from) ? `с ${formatDate(from)}` : '', isDay(to) ? `по ${formatDate(to)}` : '']
  const words = parts.filter(Boolean).join(' ')
  return words === '' ? null : words
}

function AccessLog() {
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const state = useListState(schema, search, navigate)
  const prefs = useColumnPrefs(listKey, accessLogColumns)
  const { text, from, to } = state.filters
  const actions = AccessAction.options.filter((code) => state.filters.actions.includes(code))
  const list = useQuery({
    ...query(searchAccessLog, {
      query: { page: state.page - 1, size: state.size },
      body: {
        actions,
        search: text,
        ...(isDay(from) && { from }),
        ...(isDay(to) && { to }),
      },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const period = periodWords(from, to)
  const words = [
    ...(text ? [`Поиск: ${text}`] : []),
    ...actions.map((code) => accessActions[code]),
    ...(period === null ? [] : [`Период: ${period}`]),
  ]
  return (
    <>
      <PageHead title="Журнал доступа">
        <ColumnsButton listKey={listKey} columns={accessLogColumns} />
      </PageHead>
      <p className={styles.about}>
        Кто видел персональные данные клиентов без маски, открывал документы и выгружал списки.
      </p>
      <FilterBar>
        <SearchInput
          value={text}
          onSearch={(wanted) => state.setFilters({ text: wanted })}
          label="Найти по сотруднику или номеру дела"
          placeholder="Сотрудник, номер дела"
        />
        <CodesFilterChip
          label="Действие"
          options={actionOptions}
          value={actions}
          onChange={(codes) => state.setFilters({ actions: codes })}
        />
        <FilterChip label="Период" value={period} onClear={() => state.setFilters({ from: '', to: '' })}>
          {() => (
            <div className={styles.period}>
              <span>с</span>
              <DateInput
                aria-label="Период с"
                value={from}
                onChange={(day) => state.setFilters({ from: day })}
              />
              <span>по</span>
              <DateInput
                aria-label="Период по"
                value={to}
                onChange={(day) => state.setFilters({ to: day })}
              />
            </div>
          )}
        </FilterChip>
        {state.active.length > 0 && (
          <Button look="link" onClick={state.resetFilters}>
            Сбросить
          </Button>
        )}
      </FilterBar>
      <DataTable
        label="Журнал доступа"
        columns={accessLogColumns}
        prefs={prefs}
        rows={list.isError ? undefined : list.data?.content}
        rowKey={({ id }) => id}
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
        emptyTitle="Записей нет"
      />
    </>
  )
}
