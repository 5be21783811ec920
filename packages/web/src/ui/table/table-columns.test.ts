import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Column,
  columnsOf,
  sortedBy,
  exportedColumns,
  growingColumn,
  move,
  orderColumns,
  pageNumbers,
  visibleColumns,
} from './table-columns.ts'

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

describe('widths of columns', () => {
  const given = [
    { key: 'number', title: '№', link: true, width: 120, render: () => null },
    { key: 'client', title: 'Клиент', grows: true, width: 200, render: () => null },
  ]

  test('the one that grows takes what is left, until the person gives it a width', () => {
    expect(growingColumn(given)).toBe('client')
    expect(growingColumn(given.slice(0, 1))).toBe('number')
    expect(growingColumn(given, { order: [], hidden: [], widths: { client: 300 } })).toBeNull()
  })

  test('are the person’s where they were changed, and never lost from sight', () => {
    const widths = { number: 4, client: 9_000 }
    const shown = visibleColumns(given, { order: ['client', 'number'], hidden: [], widths })
    expect(shown.map(({ key, width }) => [key, width])).toEqual([
      ['client', 800],
      ['number', 56],
    ])
  })
})

describe('columns of an export', () => {
  test('are those shown, with what stands beside a value and without what is of the screen alone', () => {
    const render = () => null
    const shown = [
      { key: 'address', title: 'Объект', exported: ['address', 'type'], render },
      { key: 'type', title: 'Тип', render },
      { key: 'star', title: '★', exported: [], render },
    ]
    expect(exportedColumns(shown)).toEqual(['address', 'type'])
  })

  test('are headed as the screen is, and sorted by what the server sorts by', () => {
    const cells = { name: { width: 200, render: () => null }, phone: { render: () => null } }
    const columns = columnsOf({ name: 'Имя', phone: 'Телефон', code: 'Код' }, { ...cells, code: null })
    const [name, phone, ...others] = sortedBy(columns, ['name'])
    expect(name).toMatchObject({ key: 'name', title: 'Имя', sortable: true, width: 200 })
    expect(phone).toMatchObject({ key: 'phone', title: 'Телефон' })
    expect(phone?.sortable).not.toBe(true)
    expect(others).toEqual([])
  })
})
