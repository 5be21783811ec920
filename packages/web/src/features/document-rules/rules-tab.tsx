import type { RuleIssue } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import {
  exportDocumentRules,
  listDocumentRules,
  type RuleColumn,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { filterWords, ListFilters } from '#ui/table/list-filters.tsx'
import { useListState } from '#ui/table/list-state.ts'
import { visibleColumns } from '#ui/table/table-columns.ts'
import { type Exported, type ExportFormat, ExportMenu } from '#widgets/list/export-menu.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { ColumnsButton, useColumnPrefs } from '#widgets/list/list-columns.tsx'
import { SavedViewsMenu } from '#widgets/list/saved-views-menu.tsx'
import { useRuleDictionaries } from './rule-dictionaries.ts'
import { flagsOf } from './rule-flags.ts'
import { rulePath } from './rule-words.ts'
import { rulesColumns } from './rules.columns.tsx'
import { rulesFilters } from './rules-filters.tsx'
import { rulesListSchema, toRuleFilter, toRuleQuery, toRuleSort } from './rules-list-state.ts'

const listKey = 'document-rules'
const noExport = 'Нет права на выгрузку правил. Обратитесь к администратору'

type Search = Record<string, unknown>

/** What is done with the whole list: a file of it, and which columns it shows. */
export function RulesTools({ search, navigate }: { search: Search; navigate: (search: Search) => void }) {
  const state = useListState(rulesListSchema, search, navigate)
  const mayExport = useRights().mayCall(exportDocumentRules)
  const columns = useMemo(() => rulesColumns(new Map()), [])
  const prefs = useColumnPrefs(listKey, columns)
  const run = async (format: ExportFormat): Promise<Exported> => {
    const body = {
      format,
      filter: toRuleFilter(state),
      sort: toRuleSort(state),
      columns: visibleColumns(columns, prefs).map(({ key }) => key as RuleColumn),
    }
    await download(exportDocumentRules, { body })
    return { kind: 'file' }
  }
  return (
    <>
      <ExportMenu run={run} disabledReason={mayExport ? null : noExport} />
      <ColumnsButton listKey={listKey} columns={columns} />
    </>
  )
}

/** The list of rules with its filters and views. */
export function RulesTab({
  search,
  navigate,
  open,
  issues,
}: {
  search: Record<string, unknown>
  navigate: (search: Record<string, unknown>) => void
  open: (href: string) => void
  issues: readonly RuleIssue[]
}) {
  const state = useListState(rulesListSchema, search, navigate)
  const names = useRuleDictionaries()
  const list = useQuery({
    ...query(listDocumentRules, { query: toRuleQuery(state), body: toRuleFilter(state) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  // A failed load leaves no old rows behind (specification 1 §4).
  const page = list.isError ? undefined : list.data
  const filters = rulesFilters(state, names, page?.counts)
  const columns = useMemo(() => rulesColumns(flagsOf(issues)), [issues])
  const prefs = useColumnPrefs(listKey, columns)
  return (
    <>
      <ListFilters
        filters={filters}
        onReset={state.active.length > 0 ? state.resetFilters : null}
        end={<SavedViewsMenu listKey={listKey} search={search} onApply={state.apply} />}
      />
      <DataTable
        label="Правила комплектности"
        columns={columns}
        prefs={prefs}
        rows={page?.content}
        rowKey={({ id }) => String(id)}
        rowLabel={({ name }) => name}
        rowHref={({ id, ruleType }) => rulePath(id, ruleType)}
        onOpen={open}
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
        emptyTitle="Правил нет"
      />
    </>
  )
}
