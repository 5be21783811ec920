import { exportAtOnceRows } from '@ipoteka-office/contract/approvers.ts'
import {
  type CaseCounts,
  type CaseFilter,
  type CaseList,
  type CaseRow,
  caseLists,
  countCases,
  exportCases,
  searchCases,
  startCaseExport,
} from '@ipoteka-office/contract/case-lists.ts'
import { casePath } from '@ipoteka-office/contract/case-links.ts'
import { type OwnerTab, ownerTabs } from '@ipoteka-office/contract/case-tasks.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { formatTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { DataTable } from '#ui/data-table.tsx'
import { FilterBar } from '#ui/filter-chip.tsx'
import { useListState } from '#ui/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { visibleColumns } from '#ui/table-columns.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Exported, type ExportFormat, ExportMenu } from '../export-menu.tsx'
import { errorInfoOf } from '../failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '../list-columns.tsx'
import { useLiveRefresh } from '../live-refresh.ts'
import { SavedViewsMenu } from '../saved-views-menu.tsx'
import { caseListColumns, exportedColumns } from './case-list.columns.tsx'
import { CaseListFilters, caseFilterWords, useCaseFilterNames } from './case-list-filters.tsx'
import { type CasePlace, caseListSchema, toCaseFilter, toCaseQuery } from './case-list-state.ts'

type Search = Record<string, unknown>

/** What a page hands to the list; the state lies in the address of the page. */
export interface CaseListPageProps {
  readonly list: CaseList
  readonly title?: string
  readonly search: Search
  readonly navigate: (search: Search) => void
  readonly onOpen: (path: string) => void
  /** Tab of the list of applications and the archive, where the path has them. */
  readonly place?: CasePlace
  /** Tabs above those by owner; gets the counts. */
  readonly tabs?: (counts: CaseCounts | undefined) => ReactNode
  /** Buttons beside «Выгрузить». */
  readonly buttons?: ReactNode
  readonly emptyTitle?: string
}

const wholeList: CasePlace = { tab: 'all', archived: false }

/** Reads a page of a list and what its tabs would open; a change told live is read at once. */
function useCases(list: CaseList, body: CaseFilter, pageQuery: ReturnType<typeof toCaseQuery>) {
  const params = { list }
  const rows = useQuery({
    ...query(searchCases, { params, query: pageQuery, body }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const counts = useQuery({
    ...query(countCases, { params, body }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const refresh = () => {
    void rows.refetch()
    void counts.refetch()
  }
  useLiveRefresh(topics.cases(caseLists[list].types[0]), refresh)
  useLiveRefresh(topics.cases(caseLists[list].types.at(-1) ?? caseLists[list].types[0]), refresh)
  return { rows, counts: counts.data, refresh }
}

const responsibleOf = (rows: readonly CaseRow[] | undefined) => {
  const people = new Map(
    (rows ?? []).flatMap(({ responsible: r }) => (r ? [[String(r.id), r.fullName]] : [])),
  )
  return [...people].map(([code, name]) => ({ code, name }))
}

/** A list of cases: owner tabs, filters, saved views, columns, favourites, export; its whole state is in the address. */
export function CaseListPage({
  list,
  title = caseLists[list].title,
  search,
  navigate,
  onOpen,
  place = wholeList,
  tabs,
  buttons,
  emptyTitle = 'Здесь пока ничего нет',
}: CaseListPageProps) {
  const rights = useRights()
  usePagePlace(title)
  const state = useListState(caseListSchema, search, navigate)
  const filter = toCaseFilter(state, place)
  const { rows: answer, counts, refresh } = useCases(list, filter, toCaseQuery(state))
  const columns = useMemo(() => caseListColumns(list, refresh), [list, refresh])
  const listKey = `cases.${list}`
  const prefs = useColumnPrefs(listKey, columns)
  // A failed load leaves no old rows behind (specification 1 §4).
  const page = answer.isError ? undefined : answer.data
  const names = useCaseFilterNames(list, place, responsibleOf(page?.content))
  const run = async (format: ExportFormat): Promise<Exported> => {
    const body = {
      format,
      filter,
      sort: toCaseQuery(state).sort,
      columns: exportedColumns(visibleColumns(columns, prefs)),
    }
    const params = { list }
    if ((page?.totalElements ?? 0) > exportAtOnceRows)
      return { kind: 'task', task: await call(startCaseExport, { params, body }) }
    await download(exportCases, { params, body })
    return { kind: 'file' }
  }
  return (
    <>
      <PageHead
        title={title}
        mark={answer.dataUpdatedAt > 0 && <Tag>обновлено {formatTime(new Date(answer.dataUpdatedAt))}</Tag>}
      >
        <ExportMenu
          run={run}
          disabledReason={rights.mayCall(exportCases, { list }) ? null : 'Нет права на выгрузку списка'}
        />
        <ColumnsButton listKey={listKey} columns={columns} />
        {buttons}
      </PageHead>
      {tabs?.(counts)}
      <TabsWithCounts
        label="Чьи дела"
        tabs={(Object.keys(ownerTabs) as OwnerTab[]).map((key) => ({
          key,
          label: ownerTabs[key],
          count: counts?.owners[key],
        }))}
        value={state.filters.owner}
        onChange={(owner) => state.setFilter('owner', owner)}
      />
      <FilterBar end={<SavedViewsMenu listKey={listKey} search={search} onApply={state.apply} />}>
        <CaseListFilters list={state} names={names} />
      </FilterBar>
      <DataTable
        label={title}
        columns={columns}
        prefs={prefs}
        rows={page?.content}
        rowKey={({ id }) => String(id)}
        rowLabel={({ number, clientName }) => `${number}, ${clientName}`}
        rowHref={({ type, id }) => casePath(type, id)}
        onOpen={onOpen}
        total={page?.totalElements ?? 0}
        page={state.page}
        size={state.size}
        onPage={state.setPage}
        onSize={state.setSize}
        sort={state.sort}
        onSort={state.setSort}
        loading={answer.isPlaceholderData}
        error={answer.isError ? errorInfoOf(answer.error) : null}
        onRetry={() => void answer.refetch()}
        filters={caseFilterWords(state, names)}
        onReset={state.resetFilters}
        emptyTitle={emptyTitle}
      />
    </>
  )
}
