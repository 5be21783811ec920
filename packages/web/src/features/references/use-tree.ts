import {
  type Dictionary,
  type DictionaryItem,
  listDictionaryItems,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOnce } from '#api/query.ts'

/** Children of one item that are shown under it; the rest is a click away, in pages. */
export const childrenAtOnce = 100

/** A row of the items: an item with its depth, or the rest of a branch that is too long to be shown whole. */
export type Row =
  | { readonly kind: 'item'; readonly item: DictionaryItem; readonly depth: number }
  | { readonly kind: 'rest'; readonly parent: DictionaryItem; readonly left: number; readonly depth: number }
  | { readonly kind: 'loading'; readonly parent: DictionaryItem; readonly depth: number }

interface Branch {
  readonly items: readonly DictionaryItem[]
  readonly total: number
}

/** Rows of a tree in the order they are shown: each open item is followed by its children. */
export function treeRows(
  items: readonly DictionaryItem[],
  open: ReadonlyMap<string, Branch | null>,
  depth = 0,
): Row[] {
  return items.flatMap((item): Row[] => {
    const row: Row = { kind: 'item', item, depth }
    const branch = open.get(item.code)
    if (branch === undefined) return [row]
    if (branch === null) return [row, { kind: 'loading', parent: item, depth: depth + 1 }]
    const left = branch.total - branch.items.length
    return [
      row,
      ...treeRows(branch.items, open, depth + 1),
      ...(left > 0 ? [{ kind: 'rest', parent: item, left, depth: depth + 1 } as const] : []),
    ]
  })
}

/** The items as a tree: what is open, and the children that are read when an item is opened. */
export function useTree(
  dictionary: Dictionary,
  tab: 'active' | 'inactive' | 'all',
  items: readonly DictionaryItem[] | undefined,
) {
  const [open, setOpen] = useState<readonly string[]>([])
  const branches = useQueries({
    queries: open.map((parent) =>
      queryOnce(listDictionaryItems, {
        params: { id: String(dictionary.id) },
        query: { parent, state: tab, size: childrenAtOnce },
      }),
    ),
  })
  const known = new Map(
    open.map((code, at) => {
      const data = branches[at]?.data
      return [code, data ? { items: data.content, total: data.totalElements } : null] as const
    }),
  )
  return {
    rows: items && treeRows(items, known),
    isOpen: (code: string) => known.has(code),
    toggle: (code: string) =>
      setOpen((before) => (before.includes(code) ? before.filter((one) => one !== code) : [...before, code])),
  }
}
