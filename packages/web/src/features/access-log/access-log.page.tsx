import { exportAtOnceRows } from '@ipoteka-office/contract/approvers/approvers.ts'
import {
  AccessAction,
  type AccessColumn,
  type AccessFilter,
  accessActions,
  exportAccessLog,
  searchAccessLog,
  startAccessLogExport,
} from '@ipoteka-office/contract/access-log/access-log.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import {
  codesFilterOf,
  filterWords,
  ListFilters,
  rangeFilter,
  searchFilter,
} from '#ui/table/list-filters.tsx'
import { codesFilter, dayFilter, listSchema, textFilter, useListState } from '#ui/table/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { visibleColumns } from '#ui/table/table-columns.ts'
import { type Exported, type ExportFormat, ExportMenu } from '#widgets/list/export-menu.tsx'
import { errorInfoOf, Forbidden } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list/list-columns.tsx'
import { accessLogColumns } from './access-log.columns.tsx'
import styles from './access-log.module.css'

export const Route = createFileRoute('/access-log')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: AccessLogPage,
})

const schema = listSchema({
  tabs: ['all'],
  filters: { text: textFilter, actions: codesFilter, from: dayFilter, to: dayFilter },
  sortable: [],
  defaultSort: { key: 'at', direction: 'desc' },
})
const title = 'Журнал доступа'
const listKey = 'access-log'
const actionOptions = AccessAction.options.map((code) => ({ code, name: accessActions[code] }))

function AccessLogPage() {
  usePagePlace(title)
  return useRights().mayCall(searchAccessLog) ? <AccessLog /> : <Forbidden />
}

/** Columns of the file: which object it was stands under its type in the list. */
const exportedColumns = (shown: readonly { key: string }[]): AccessColumn[] =>
  shown.flatMap(({ key }) =>
    key === 'object' ? (['object', 'name'] as const) : [key as Exclude<AccessColumn, 'name'>],
  )

function AccessLog() {
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const state = useListState(schema, search, navigate)
  const prefs = useColumnPrefs(listKey, accessLogColumns)
  const { text, from, to, actions } = state.filters
  const filter: AccessFilter = {
    actions: AccessAction.options.filter((code) => actions.includes(code)),
    search: text,
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  }
  const list = useQuery({
    ...query(searchAccessLog, { query: { page: state.page - 1, size: state.size }, body: filter }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const page = list.isError ? undefined : list.data
  const filters = [
    searchFilter(state, 'text', {
      label: 'Найти по сотруднику или номеру дела',
      placeholder: 'Сотрудник, номер дела',
    }),
    codesFilterOf(state, 'actions', 'Действие', { options: actionOptions }),
    rangeFilter(state, ['from', 'to'], 'Период', 'day'),
  ]
  const run = async (format: ExportFormat): Promise<Exported> => {
    const body = { format, filter, columns: exportedColumns(visibleColumns(accessLogColumns, prefs)) }
    if ((page?.totalElements ?? 0) > exportAtOnceRows)
      return { kind: 'task', task: await call(startAccessLogExport, { body }) }
    await download(exportAccessLog, { body })
    void list.refetch()
    return { kind: 'file' }
  }
  return (
    <>
      <PageHead title={title}>
        <ExportMenu run={run} />
        <ColumnsButton listKey={listKey} columns={accessLogColumns} />
      </PageHead>
      <p className={styles.about}>
        Кто видел персональные данные клиентов без маски, открывал документы и выгружал списки. Выгрузка этого
        журнала записывается в него же.
      </p>
      <ListFilters filters={filters} onReset={state.active.length > 0 ? state.resetFilters : null} />
      <DataTable
        label={title}
        columns={accessLogColumns}
        prefs={prefs}
        rows={page?.content}
        rowKey={({ id }) => id}
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
        emptyTitle="Записей нет"
      />
    </>
  )
}
