import { lowered } from '#lib/words.ts'
import {
  type CoverageState as CellState,
  type CoverageMatrix,
  coverageAxes,
  coverageStates,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { type KeyboardEvent, useRef } from 'react'
import { cx } from '#ui/class-names.ts'
import type { ChosenCell } from './coverage-cell.tsx'
import { type CoverageRow, rowsByCategory } from './coverage-state.ts'
import styles from '../document-rules.module.css'

/** The sign of a state: a shape of its own, so that the colour is not needed. */
export const coverageSigns: Record<CellState, string> = {
  REQUIRED: '●',
  CONDITIONAL: '◐',
  NOT_REQUIRED: '○',
  NONE: '·',
}

type ShownColumn = { code: string; name: string; at: number }

const moves: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The arrows go from cell to cell, as in a table of figures. */
function stepTo(event: KeyboardEvent<HTMLTableElement>): HTMLElement | null {
  const step = moves[event.key]
  if (!step || !(event.target instanceof HTMLElement)) return null
  const cell = event.target.closest('td')
  const rows = [...event.currentTarget.querySelectorAll('tr:has(td button)')]
  const row = rows.indexOf(event.target.closest('tr') ?? event.currentTarget)
  if (!cell || row < 0) return null
  const column = [...(cell.parentElement?.querySelectorAll('td') ?? [])].indexOf(cell)
  const target = rows[row + step[0]]?.querySelectorAll('td')[column + step[1]]
  return target?.querySelector('button') ?? null
}

function Cells({
  row,
  columns,
  onOpen,
}: {
  row: CoverageRow
  columns: readonly ShownColumn[]
  onOpen: (cell: ChosenCell) => void
}) {
  return columns.map(({ code, name, at }) => {
    const cell = row.cells[at]
    if (!cell) return null
    const words = [
      `${row.document.name}, ${name}: ${lowered(coverageStates[cell.state])}`,
      // The words hold what the cell shows, so that it can be named by voice.
      cell.anyOf && 'или другой документ',
    ]
    return (
      <td key={code} className={styles[cell.state.toLowerCase()]}>
        <button
          type="button"
          aria-label={words.filter(Boolean).join(', ')}
          title={cell.text || coverageStates[cell.state]}
          onClick={() => onOpen({ document: row.document, column: { code, name }, cell })}
        >
          <span aria-hidden="true">
            {coverageSigns[cell.state]}
            {cell.anyOf && <sup>или</sup>}
          </span>
        </button>
      </td>
    )
  })
}

/** Documents down, programmes across; heads stay in sight, a cell opens the rules that decide there. */
export function CoverageTable({
  matrix,
  columns,
  stale,
  onOpen,
}: {
  matrix: CoverageMatrix
  columns: readonly ShownColumn[]
  stale: boolean
  onOpen: (cell: ChosenCell) => void
}) {
  const table = useRef<HTMLTableElement>(null)
  return (
    <div
      className={cx('card', styles.matrixBox, stale && styles.stale)}
      role="region"
      aria-label="Матрица покрытия"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the box scrolls, so the keyboard must reach it
      tabIndex={0}
    >
      <table
        ref={table}
        className={styles.matrix}
        aria-label={`Документы и ${lowered(coverageAxes[matrix.axis])}`}
        onKeyDown={(event) => {
          const next = stepTo(event)
          if (!next) return
          event.preventDefault()
          next.focus()
        }}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              Документ
            </th>
            {columns.map(({ code, name }) => (
              <th key={code} scope="col">
                <span>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        {rowsByCategory(matrix.rows).map(({ name, rows }) => (
          <tbody key={name}>
            <tr className={styles.category}>
              <th scope="rowgroup">{name}</th>
              <td colSpan={columns.length} aria-hidden="true" />
            </tr>
            {rows.map((row) => (
              <tr key={row.document.code}>
                <th scope="row">{row.document.name}</th>
                <Cells row={row} columns={columns} onOpen={onOpen} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
