import {
  type ImportRow,
  type ImportRowKind,
  importRowKinds,
  listReferenceImportRows,
  type ReferenceImport,
} from '@ipoteka-office/contract/references/reference-imports.ts'
import { query } from '#api/query.ts'
import { emptyValue } from '#lib/format.ts'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import { FileRows } from '#widgets/file-rows.tsx'
import styles from '../references.module.css'

const tones: Record<ImportRowKind, Tone> = {
  new: 'green',
  changed: 'blue',
  deactivated: 'amber',
  same: 'neutral',
  error: 'red',
}

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

const kinds: readonly ImportRowKind[] = ['error', 'new', 'changed', 'deactivated', 'same']

/** What an import would do, row by row. */
export function ImportPreview({ loaded }: { loaded: ReferenceImport }) {
  return (
    <FileRows<ImportRowKind, ImportRow>
      counts={loaded.counts}
      names={importRowKinds}
      kinds={kinds}
      columns={columns}
      rowKey={({ row, code }) => `${row ?? 'none'}-${code}`}
      pages={(asked) => query(listReferenceImportRows, { params: { id: String(loaded.id) }, query: asked })}
    />
  )
}
