import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Column, move, orderColumns, pageNumbers, visibleColumns } from './table-columns.ts'

const columns: Column<unknown>[] = [
  { key: 'name', title: 'Имя', render: String, always: true },
  { key: 'status', title: 'Статус', render: String },
  { key: 'limit', title: 'Лимит', render: String },
  { key: 'role', title: 'Роль', render: String, optional: true },
]
const keys = (list: Column<unknown>[]) => list.map((column) => column.key)

describe('columns of a table', () => {
  test('follow the page when nothing was chosen', () => {
    expect(keys(visibleColumns(columns))).toEqual(['name', 'status', 'limit'])
  })

  test('follow the chosen order, without the hidden ones', () => {
    const prefs = { order: ['role', 'limit', 'name', 'status'], hidden: ['status'] }
    expect(keys(visibleColumns(columns, prefs))).toEqual(['role', 'limit', 'name'])
  })

  test('keep a column that must not be hidden', () => {
    expect(keys(visibleColumns(columns, { order: [], hidden: ['name', 'status', 'limit', 'role'] }))).toEqual(
      ['name'],
    )
  })

  test('take in a new column and forget a removed one that old settings name', () => {
    expect(keys(orderColumns(columns, { order: ['limit', 'gone', 'name'], hidden: [] }))).toEqual([
      'limit',
      'status',
      'name',
      'role',
    ])
  })

  test('are all there exactly once whatever the settings hold', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('name', 'status', 'limit', 'role', 'x')), (order) => {
        expect(keys(orderColumns(columns, { order, hidden: [] })).sort()).toEqual(keys(columns).sort())
      }),
    )
  })

  test('move by one place and stay at the ends', () => {
    expect(move(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
    expect(move(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
    expect(move(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c'])
  })
})

describe('numbers of the pager', () => {
  test.each([
    [1, 1, [1]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 21, [1, 2, 3, null, 21]],
    [4, 21, [1, 2, 3, 4, 5, null, 21]],
    [10, 21, [1, null, 9, 10, 11, null, 21]],
    [21, 21, [1, null, 19, 20, 21]],
  ])('page %i of %i', (page, pages, expected) => {
    expect(pageNumbers(page, pages)).toEqual(expected)
  })

  test('always hold the first, the current and the last page, and no gap of one page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (a, b) => {
        const [page, pages] = [Math.min(a, b), Math.max(a, b)]
        const shown = pageNumbers(page, pages)
        expect(shown).toEqual(expect.arrayContaining([1, page, pages]))
        expect(shown.length).toBeLessThanOrEqual(7)
        for (const [at, n] of shown.entries()) {
          if (n === null) expect((shown[at + 1] ?? 0) - (shown[at - 1] ?? 0)).toBeGreaterThan(2)
        }
      }),
    )
  })
})
