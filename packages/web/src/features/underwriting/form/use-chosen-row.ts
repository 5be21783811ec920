import type { ComparedFieldKey } from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import type { ComparedState } from '@ipoteka-office/contract/underwriting/form/compared.ts'
import type { ComparedRow, FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { useState } from 'react'

/** Which states of rows are shown; none chosen: all. */
export type RowFilter = ComparedState | null

/** How a row stands: it differs where any source does, it is absent where none says anything. */
export function stateOfRow({ cells }: ComparedRow): ComparedState {
  const others = cells.filter(({ source }) => source !== 'QUESTIONNAIRE')
  if (others.some(({ state }) => state === 'DIFFERS')) return 'DIFFERS'
  return others.some(({ state }) => state === 'SAME') ? 'SAME' : 'ABSENT'
}

/** The row that the keys are on and the one that is unfolded, of those that the filter lets through. */
export function useChosenRow(room: FormRoom) {
  const [filter, setFilter] = useState<RowFilter>(null)
  const [field, setField] = useState<ComparedFieldKey | null>(null)
  const [unfolded, setUnfolded] = useState<ComparedFieldKey | null>(null)
  const rows = room.rows.filter((row) => filter === null || stateOfRow(row) === filter)
  const at = rows.findIndex((row) => row.field === field)
  return {
    rows,
    filter,
    setFilter,
    field,
    unfolded,
    choose: setField,
    /** Unfolds a row, or folds the one that is. */
    unfold: (wanted: ComparedFieldKey | null) => {
      setUnfolded(wanted)
      if (wanted !== null) setField(wanted)
    },
    /** One row on or back; answers whether there is any. */
    step: (by: number): boolean => {
      const next = at < 0 ? rows[by > 0 ? 0 : rows.length - 1] : rows[at + by]
      if (next !== undefined) setField(next.field)
      return next !== undefined
    },
    /** The first row without a choice, filter or not. */
    toFirstOpen: () => {
      const first = room.rows.find(({ open }) => open)
      if (first === undefined) return
      setFilter(null)
      setField(first.field)
      setUnfolded(first.field)
    },
  }
}
export type ChosenRow = ReturnType<typeof useChosenRow>
