import {
  type DictionaryItem,
  listDictionaryItems,
  moveDictionaryItem,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import type { RequestParts } from '#widgets/list/server-list.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { useReloadItems } from './use-item-form.tsx'

/** The list of items as the screen holds it. */
export type ItemsOnScreen = {
  readonly total: number
  readonly request: (of: { page: number }) => RequestParts
  readonly state: { readonly page: number; readonly size: number }
}

/** A move that the server knows: which item comes after which; null: first. */
export interface Move {
  readonly id: number
  readonly afterId: number | null
}

/** What to tell the server when the row at `from` shall stand at `to`; `before` is the last row of the page before. */
export function moveOf(
  rows: readonly Pick<DictionaryItem, 'id'>[],
  from: number,
  to: number,
  before: Pick<DictionaryItem, 'id'> | null,
): Move | null {
  const moved = rows[from]
  if (!moved || from === to || to < 0 || to >= rows.length) return null
  const rest = rows.filter((row) => row !== moved)
  const after = to === 0 ? before : rest[to - 1]
  return { id: moved.id, afterId: after?.id ?? null }
}

/** Moves items of a page among themselves, or one step over its edge. */
export function useReorder({ state, request, total }: ItemsOnScreen, rows: readonly DictionaryItem[]) {
  const [busy, setBusy] = useState(false)
  const reload = useReloadItems()
  const readPage = async (page: number) => {
    return (await call(listDictionaryItems, request({ page }) as never)).content
  }
  const lastBefore = async () => (state.page > 1 ? ((await readPage(state.page - 1)).at(-1) ?? null) : null)

  const decide = async (from: number, to: number): Promise<Move | null> => {
    const row = rows[from]
    if (!row) return null
    if (to >= rows.length) {
      const next = (await readPage(state.page + 1))[0]
      return next ? { id: row.id, afterId: next.id } : null
    }
    const before = to <= 0 ? await lastBefore() : null
    // Over the upper edge: the last row of the page before comes after this one.
    if (to < 0) return before && { id: before.id, afterId: row.id }
    return moveOf(rows, from, to, before)
  }
  const move = async (from: number, to: number) => {
    setBusy(true)
    try {
      const wanted = await decide(from, to)
      if (wanted)
        await call(moveDictionaryItem, {
          params: { id: String(wanted.id) },
          body: { afterId: wanted.afterId },
        })
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      reload()
    }
  }
  const isFirst = (at: number) => at === 0 && state.page === 1
  const isLast = (at: number) => at === rows.length - 1 && (state.page - 1) * state.size + at + 1 >= total
  return {
    busy,
    isFirst,
    isLast,
    move: (from: number, to: number) => {
      if (!busy) void move(from, to)
    },
  }
}
