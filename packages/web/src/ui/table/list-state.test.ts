import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activeFilters,
  codesFilter,
  flagFilter,
  listSchema,
  parseListState,
  textFilter,
  toListSearch,
} from './list-state.ts'

const schema = listSchema({
  tabs: ['all', 'active', 'pause'],
  filters: { levels: codesFilter, text: textFilter, overdue: flagFilter },
  sortable: ['fullName', 'load'],
  defaultSort: { key: 'fullName', direction: 'asc' },
  pageSizes: [20, 50],
})

const state = fc.record({
  tab: fc.constantFrom(...schema.tabs),
  filters: fc.record({
    levels: fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 5 }),
    text: fc.string(),
    overdue: fc.boolean(),
  }),
  sort: fc.record({
    key: fc.constantFrom(...schema.sortable),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  page: fc.integer({ min: 1, max: 10_000 }),
  size: fc.constantFrom(20, 50),
})

describe('the state of a list in the URL', () => {
  test('comes back as it was written, whatever it holds', () => {
    fc.assert(
      fc.property(state, (value) => {
        expect(parseListState(schema, toListSearch(schema, value))).toEqual(value)
      }),
    )
  })

  test('comes back through a real query string too', () => {
    fc.assert(
      fc.property(state, (value) => {
        const query = new URLSearchParams(
          Object.entries(toListSearch(schema, value)).map(([k, v]) => [k, String(v)]),
        ).toString()
        expect(parseListState(schema, Object.fromEntries(new URLSearchParams(query)))).toEqual(value)
      }),
    )
  })

  test('leaves the defaults out, so that the plain address is the plain list', () => {
    expect(toListSearch(schema, parseListState(schema, {}))).toEqual({})
  })

  test('keeps the keys of others and drops its own old ones', () => {
    const value = parseListState(schema, { levels: '2,3', page: 4 })
    expect(toListSearch(schema, { ...value, page: 1 }, { roles: 'no', page: 4, text: 'x' })).toEqual({
      roles: 'no',
      levels: '2,3',
    })
  })

  test.each([
    [{ page: '-1', size: '7', tab: 'nope', sort: 'password' }],
    [{ page: 'NaN', size: null, tab: 5, sort: ['fullName'] }],
    [{ page: 1.5, size: {}, tab: {}, sort: {} }],
  ])('turns the broken %j into defaults', (search) => {
    expect(parseListState(schema, search)).toEqual(parseListState(schema, {}))
  })

  test('reads numbers and arrays that a router has already parsed', () => {
    const value = parseListState(schema, { levels: [2, 3], page: 2, text: 24 })
    expect(value.filters).toEqual({ levels: ['2', '3'], text: '24', overdue: false })
    expect(value.page).toBe(2)
  })

  test('names the filters that restrict the list', () => {
    const { filters } = parseListState(schema, { text: 'а', overdue: '1' })
    expect(activeFilters(schema, filters)).toEqual(['text', 'overdue'])
  })

  test('leaves the tab of the page alone where the list has none of its own', () => {
    const plain = listSchema({ ...schema, tabs: ['all'], filters: { text: textFilter } })
    const address = { tab: 'agreements', other: 'kept' }
    const written = toListSearch(plain, { ...parseListState(plain, {}), filters: { text: 'дом' } }, address)
    expect(written).toEqual({ tab: 'agreements', other: 'kept', text: 'дом' })
  })
})
