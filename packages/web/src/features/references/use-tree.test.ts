import type { DictionaryItem } from '@ipoteka-office/contract/references/reference-items.ts'
import { expect, test } from 'vitest'
import { treeRows } from './use-tree.ts'

const item = (code: string) => ({ code }) as DictionaryItem
const shown = (rows: ReturnType<typeof treeRows>) =>
  rows.map((row) =>
    row.kind === 'item' ? `${row.depth} ${row.item.code}` : `${row.depth} ${row.kind} ${row.parent.code}`,
  )

test('children stand under their open parent, one step deeper', () => {
  const open = new Map([
    ['a', { items: [item('a1'), item('a2')], total: 2 }],
    ['a2', { items: [item('a21')], total: 5 }],
    ['b', null],
  ])
  expect(shown(treeRows([item('a'), item('b'), item('c')], open))).toEqual([
    '0 a',
    '1 a1',
    '1 a2',
    '2 a21',
    '2 rest a2',
    '0 b',
    '1 loading b',
    '0 c',
  ])
})
