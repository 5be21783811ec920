import {
  type ImportRow,
  type ImportRowKind,
  importRowKinds,
  listReferenceImportRows,
  type ReferenceImport,
} from '@ipoteka-office/contract/references/reference-imports.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { emptyValue } from '#lib/format.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import styles from '../references.module.css'

const tones: Record<ImportRowKind, Tone> = {
  new: 'green',
  changed: 'blue',
  deactivated: 'amber',
  same: 'neutral',
  error: 'red',
}
const size = 20

function Details({ row }: { row: ImportRow }) {
  if (row.errors.length > 0)
    return (
      <ul className={styles.rowErrors}>
        {row.errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    )
  if (row.changes.length === 0) return emptyValue
  return row.changes.map(({ label, oldValue, newValue }) => (
    <span key={label} className={styles.change}>
      {label}: {oldValue || emptyValue} → <b>{newValue || emptyValue}</b>
    </span>
  ))
}

const columns: Column<ImportRow>[] = [
  { key: 'row', title: 'Строка', width: 62, align: 'right', render: ({ row }) => row ?? emptyValue },
  {
    key: 'kind',
    title: 'Что будет',
    width: 128,
    render: ({ kind }) => <Tag tone={tones[kind]}>{importRowKinds[kind]}</Tag>,
  },
  {
    key: 'code',
    title: 'Код',
    width: 104,
    render: ({ code }) => <span className={styles.code}>{code}</span>,
  },
  { key: 'name', title: 'Название', width: 150, render: ({ name }) => name || emptyValue },
  { key: 'details', title: 'Подробности', width: 180, render: (row) => <Details row={row} /> },
]

type Shown = ImportRowKind | 'all'
const kinds: readonly ImportRowKind[] = ['error', 'new', 'changed', 'deactivated', 'same']

/** What an import would do, row by row; the mistakes come first. */
export function ImportPreview({ loaded }: { loaded: ReferenceImport }) {
  const { counts } = loaded
  const [kind, setKind] = useState<Shown>(counts.error ? 'error' : 'all')
  const [page, setPage] = useState(1)
  const rows = useQuery(
    query(listReferenceImportRows, {
      params: { id: String(loaded.id) },
      query: { page: page - 1, size, ...(kind !== 'all' && { kind }) },
    }),
  )
  const total = kinds.reduce((sum, each) => sum + (counts[each] ?? 0), 0)
  return (
    <>
      <TabsWithCounts<Shown>
        label="Строки файла"
        tabs={[
          { key: 'all', label: 'Все', count: total },
          ...kinds.map((key) => ({ key, label: importRowKinds[key], count: counts[key] ?? 0 })),
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
        rowKey={({ row, code }) => `${row ?? 'none'}-${code}`}
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
