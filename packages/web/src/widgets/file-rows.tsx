import type { Page } from '@ipoteka-office/contract/common/page.ts'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '#ui/table/data-table.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { errorInfoOf } from './failure-block.tsx'

const size = 20

/** The rows of a loaded file by what becomes of them; where there are mistakes they are shown first. */
export function FileRows<Kind extends string, Row>({
  counts,
  names,
  kinds,
  columns,
  rowKey,
  pages,
}: {
  counts: Readonly<Partial<Record<Kind, number>>>
  names: Readonly<Record<Kind, string>>
  /** Those that have a tab, in its order. */
  kinds: readonly Kind[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** A page of the server, from 0; without a kind, of all of them. */
  pages: (asked: {
    page: number
    size: number
    kind?: Kind
  }) => UseQueryOptions<Page<Row>, Error, Page<Row>, QueryKey>
}) {
  const mistakes = kinds.find((each) => each === 'error' && (counts[each] ?? 0) > 0)
  const [kind, setKind] = useState<Kind | 'all'>(mistakes ?? 'all')
  const [page, setPage] = useState(1)
  const rows = useQuery(pages({ page: page - 1, size, ...(kind !== 'all' && { kind }) }))
  const total = kinds.reduce((sum, each) => sum + (counts[each] ?? 0), 0)
  return (
    <>
      <TabsWithCounts<Kind | 'all'>
        label="Строки файла"
        tabs={[
          { key: 'all', label: 'Все', count: total },
          ...kinds.map((key) => ({ key, label: names[key], count: counts[key] ?? 0 })),
        ]}
        value={kind}
        onChange={(next) => {
          setKind(next)
          setPage(1)
        }}
      />
      <DataTable
        label="Строки файла"
        columns={columns}
        rows={rows.isError ? undefined : rows.data?.content}
        rowKey={rowKey}
        total={rows.data?.totalElements ?? 0}
        page={page}
        size={size}
        onPage={setPage}
        loading={rows.isPlaceholderData}
        error={rows.isError ? errorInfoOf(rows.error) : null}
        onRetry={() => void rows.refetch()}
        emptyTitle="Таких строк нет"
      />
    </>
  )
}
