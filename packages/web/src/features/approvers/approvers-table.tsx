import {
  type Approver,
  type ApproverType,
  bulkChangeApprovers,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useRights } from '#api/rights.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { Column, ColumnPrefs } from '#ui/table/table-columns.ts'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { fullNameOf } from './approver-form-values.ts'
import { ApproversBulk } from './approvers-bulk.tsx'
import type { ApproversList } from './approvers-list-state.ts'

const noUpdate = 'Нет права на изменение сотрудников. Обратитесь к администратору'

/** The rows of the list with their selection; who is chosen stays so across pages and filters. */
export function ApproversTable({
  type,
  title,
  columns,
  prefs,
  list,
  state,
  filters,
  onOpen,
  onChanged,
}: {
  type: ApproverType
  title: string
  columns: readonly Column<Approver>[]
  prefs: ColumnPrefs | null
  list: UseQueryResult<Page<Approver>>
  state: ApproversList
  /** The filters in words, for an empty list. */
  filters: readonly string[]
  onOpen: (href: string) => void
  /** Called after a bulk change. */
  onChanged: () => void
}) {
  const [chosen, setChosen] = useState<string[]>([])
  const mayUpdate = useRights().mayCall(bulkChangeApprovers, { type })
  // A failed load leaves no old rows behind (specification 1 §4).
  const page = list.isError ? undefined : list.data
  return (
    <DataTable
      label={title}
      columns={columns}
      prefs={prefs}
      rows={page?.content}
      rowKey={({ id }) => String(id)}
      rowLabel={fullNameOf}
      rowHref={({ id }) => `/workload-employee/${type}/${id}`}
      onOpen={onOpen}
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
      filters={filters}
      onReset={state.resetFilters}
      emptyTitle="Сотрудников нет"
      selection={{
        keys: chosen,
        onChange: setChosen,
        actions: (
          <ApproversBulk
            type={type}
            ids={chosen.map(Number)}
            disabledReason={mayUpdate ? null : noUpdate}
            onDone={(refused) => {
              setChosen(refused.map(String))
              onChanged()
            }}
          />
        ),
      }}
    />
  )
}
