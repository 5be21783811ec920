import type { Page } from '@ipoteka-office/contract/common/page.ts'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable, type DataTableProps } from '#ui/table/data-table.tsx'
import { errorInfoOf } from '../failure-block.tsx'

const size = 20

interface PagedTableProps<Row> extends Pick<DataTableProps<Row>, 'label' | 'columns' | 'emptyTitle'> {
  /** Reads one page: `(page) => query(listTariffs, { query: page })`. */
  readonly pages: (page: {
    page: number
    size: number
  }) => UseQueryOptions<Page<Row>, Error, Page<Row>, QueryKey>
}

/** A table that the server answers by pages and that has neither filters nor views: what was loaded, acts. */
export function PagedTable<Row extends { readonly id: number }>({ pages, ...table }: PagedTableProps<Row>) {
  const [page, setPage] = useState(1)
  const answer = useQuery(pages({ page: page - 1, size }))
  return (
    <DataTable
      {...table}
      rows={answer.isError ? undefined : answer.data?.content}
      rowKey={({ id }) => String(id)}
      total={answer.data?.totalElements ?? 0}
      page={page}
      size={size}
      onPage={setPage}
      loading={answer.isPlaceholderData}
      error={answer.isError ? errorInfoOf(answer.error) : null}
      onRetry={() => void answer.refetch()}
    />
  )
}
