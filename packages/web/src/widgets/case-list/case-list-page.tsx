import { type CaseList, caseLists } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { exportAtOnceRows } from '@ipoteka-office/contract/approvers/approvers.ts'
import {
  type CaseColumn,
  type CaseCounts,
  type CaseFilter,
  type CaseRow,
  countCases,
  exportCases,
  searchCases,
  startCaseExport,
} from '@ipoteka-office/contract/cases/case-lists.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { type OwnerTab, ownerTabs } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { formatTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { filterWords, ListFilters } from '#ui/table/list-filters.tsx'
import { useListState } from '#ui/table/list-state.ts'
import { PageHead } from '#ui/page-head.tsx'
import { visibleColumns } from '#ui/table/table-columns.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Exported, type ExportFormat, ExportMenu } from '../list/export-menu.tsx'
import { errorInfoOf } from '../failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '../list/list-columns.tsx'
import { useLiveRefresh } from '../live-refresh.ts'
import { SavedViewsMenu } from '../list/saved-views-menu.tsx'
import { caseListColumns, exportedColumns } from './case-list.columns.tsx'
import { useCaseFilters } from './case-list-filters.ts'
import { type CasePlace, caseListSchema, toCaseFilter, toCaseQuery } from './case-list-state.ts'

type Search = Record<string, unknown>

interface CreateButton {
  readonly text: string
  readonly disabledReason: string | null
  readonly onClick: () => void
}

/** What a page hands to the list; the state lies in the address of the page. */
export interface CaseListPageProps {
  readonly list: CaseList
  readonly search: Search
  readonly navigate: (search: Search) => void
  readonly onOpen: (path: string) => void
  readonly place: CasePlace
  /** Goes into the archive or out of it. */
  readonly onArchive: (archived: boolean) => void
  /** The button that makes a new case. */
  readonly create: CreateButton
  /** A second one, for another kind of case. */
  readonly createOther?: CreateButton
  /** Tabs above those by owner; gets the counts. */
  readonly tabs?: (counts: CaseCounts | undefined) => ReactNode
}

/** The archive of a list whose address says it in the search. */
export const archiveInSearch = (
  search: Search,
  navigate: (search: Search) => void,
): Pick<CaseListPageProps, 'search' | 'navigate' | 'place' | 'onArchive'> => ({
  search,
  navigate,
  place: { tab: 'all', archived: String(search.archived) === 'true' },
  onArchive: (archived) => navigate(archived ? { archived: true } : {}),
})

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
  useLiveRefresh(caseLists[list].types.map(topics.cases), refresh)
  return { rows, counts: counts.data, refresh }
}

const responsibleOf = (rows: readonly CaseRow[] | undefined) => {
  const people = new Map(
    (rows ?? []).flatMap(({ responsible: r }) => (r ? [[String(r.id), r.fullName]] : [])),
  )
  return [...people].map(([code, name]) => ({ code, name }))
}

/** The export of what the list shows. */
const exportOf =
  (list: CaseList, total: number, body: { filter: CaseFilter; sort: string; columns: CaseColumn[] }) =>
  async (format: ExportFormat): Promise<Exported> => {
    const request = { params: { list }, body: { ...body, format } }
    if (total > exportAtOnceRows) return { kind: 'task', task: await call(startCaseExport, request) }
    await download(exportCases, request)
    return { kind: 'file' }
  }

/** A list of cases: owner tabs, filters, saved views, columns, favourites, export, archive; its whole state is in the address. */
export function CaseListPage(props: CaseListPageProps) {
  const { list, search, navigate, onOpen, place, onArchive, create, createOther, tabs } = props
  const { archived } = place
  const title = archived ? `${caseLists[list].title}: архив` : caseLists[list].title
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
  const filters = useCaseFilters(state, { of: list, place, people: responsibleOf(page?.content) })
  const run = exportOf(list, page?.totalElements ?? 0, {
    filter,
    sort: toCaseQuery(state).sort,
    columns: exportedColumns(visibleColumns(columns, prefs)),
  })
  const reset = () => state.apply({ owner: search.owner, sort: search.sort, size: search.size })
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
        <Button onClick={() => onArchive(!archived)}>{archived ? 'К активным' : 'Архив'}</Button>
        {createOther && (
          <Button disabledReason={createOther.disabledReason} onClick={createOther.onClick}>
            {createOther.text}
          </Button>
        )}
        <Button look="primary" disabledReason={create.disabledReason} onClick={create.onClick}>
          {create.text}
        </Button>
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
      <ListFilters
        filters={filters}
        onReset={state.active.some((name) => name !== 'owner') ? reset : null}
        end={<SavedViewsMenu listKey={listKey} search={search} onApply={state.apply} />}
      />
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
        filters={filterWords(filters)}
        onReset={state.resetFilters}
        emptyTitle={caseLists[list].empty[archived ? 1 : 0]}
      />
    </>
  )
}
