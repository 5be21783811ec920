import { useMemo } from 'react'
import { isRangeEnd } from './ranges/range-chip-logic.ts'

/** How one filter stands in the URL. */
export type FilterCodec<T> = {
  empty: T
  parse(raw: string): T
  format(value: T): string
}

const fromRaw = (raw: unknown): string =>
  Array.isArray(raw) ? raw.map((part) => encodePart(String(part))).join(',') : String(raw)
const encodePart = (part: string) => part.replaceAll('%', '%25').replaceAll(',', '%2C')
const decodePart = (part: string) => part.replaceAll('%2C', ',').replaceAll('%25', '%')

/** One text: `?text=иванов`. */
export const textFilter: FilterCodec<string> = {
  empty: '',
  parse: (raw) => raw,
  format: (value) => value,
}

/** Several codes: `?levels=1,2`. */
export const codesFilter: FilterCodec<string[]> = {
  empty: [],
  parse: (raw) => [...new Set(raw.split(',').filter(Boolean).map(decodePart))],
  format: (value) => value.map(encodePart).join(','),
}

/** A text that is dropped where it is not right: the server would refuse the whole list. */
export const checkedFilter = (isRight: (raw: string) => boolean): FilterCodec<string> => ({
  empty: '',
  parse: (raw) => (isRight(raw) ? raw : ''),
  format: (value) => (isRight(value) ? value : ''),
})

/** A day: `?from=2026-11-20`. */
export const dayFilter = checkedFilter((raw) => isRangeEnd('day', raw))

/** A sum: `?priceFrom=5000000.50`. */
export const moneyFilter = checkedFilter((raw) => isRangeEnd('money', raw))
export const percentFilter = checkedFilter((raw) => isRangeEnd('percent', raw))
export const countFilter = checkedFilter((raw) => isRangeEnd('count', raw))

/** A time of the day: `?from=09:00`. */
export const timeFilter = checkedFilter((raw) => isRangeEnd('time', raw))

/** Yes or not asked: `?overdue=1`. */
export const flagFilter: FilterCodec<boolean> = {
  empty: false,
  parse: (raw) => raw === '1' || raw === 'true',
  format: (value) => (value ? '1' : ''),
}

/** Direction and column of a sort. */
export type Sort = { key: string; direction: 'asc' | 'desc' }
type Filters = Record<string, FilterCodec<unknown>>
type Values<F> = { [K in keyof F]: F[K] extends FilterCodec<infer T> ? T : never }

/** What a list may show: its tabs (the first one is the default), filters, sortable columns and page sizes. */
export type ListSchema<Tab extends string, F> = {
  tabs: readonly [Tab, ...Tab[]]
  filters: F
  sortable: readonly string[]
  defaultSort: Sort
  pageSizes?: readonly [number, ...number[]]
}

/** The state of a list; `page` counts from 1. */
export type ListState<Tab extends string, F> = {
  tab: Tab
  filters: Values<F>
  sort: Sort
  page: number
  size: number
}

/** Keeps the literal types of a schema: `const list = listSchema({ tabs: ['all', 'active'], … })`. */
export function listSchema<const Tab extends string, F extends Filters>(schema: ListSchema<Tab, F>) {
  return schema
}

type Search = Record<string, unknown>
const reserved = ['tab', 'sort', 'page', 'size']

/** Page sizes of a list that names none. */
export const defaultPageSizes = [20, 50, 100] as const
const sizesOf = (schema: { pageSizes?: readonly [number, ...number[]] }) =>
  schema.pageSizes ?? defaultPageSizes

function parseSort(raw: unknown, schema: { sortable: readonly string[]; defaultSort: Sort }): Sort {
  const text = typeof raw === 'string' ? raw : ''
  const key = text.replace(/^-/, '')
  if (!schema.sortable.includes(key)) return schema.defaultSort
  return { key, direction: text.startsWith('-') ? 'desc' : 'asc' }
}

function parsePage(raw: unknown): number {
  const page = Number(raw)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** Reads a list's state from the URL's search; anything unknown or broken becomes the default. */
export function parseListState<Tab extends string, F extends Filters>(
  schema: ListSchema<Tab, F>,
  search: Search,
): ListState<Tab, F> {
  const sizes = sizesOf(schema)
  const filters = Object.fromEntries(
    Object.entries(schema.filters).map(([name, codec]) => {
      const raw = search[name]
      return [name, raw === undefined || raw === null ? codec.empty : codec.parse(fromRaw(raw))]
    }),
  )
  return {
    tab: schema.tabs.find((tab) => tab === search.tab) ?? schema.tabs[0],
    filters: filters as unknown as Values<F>,
    sort: parseSort(search.sort, schema),
    page: parsePage(search.page),
    size: sizes.find((size) => size === Number(search.size)) ?? sizes[0],
  }
}

/** Writes a list's state into the URL's search: defaults are left out, keys of others are kept. */
export function toListSearch<Tab extends string, F extends Filters>(
  schema: ListSchema<Tab, F>,
  state: ListState<Tab, F>,
  search: Search = {},
): Record<string, unknown> {
  const own = new Set([...reserved, ...Object.keys(schema.filters)])
  // Of a list without tabs the word is of the page that it stands on.
  if (schema.tabs.length < 2) own.delete('tab')
  const result: Record<string, unknown> = Object.fromEntries(
    Object.entries(search).filter(([key]) => !own.has(key)),
  )
  if (state.tab !== schema.tabs[0]) result.tab = state.tab
  for (const [name, codec] of Object.entries(schema.filters)) {
    const text = codec.format(state.filters[name])
    if (text !== '') result[name] = text
  }
  const { sort } = state
  if (sort.key !== schema.defaultSort.key || sort.direction !== schema.defaultSort.direction) {
    result.sort = sort.direction === 'desc' ? `-${sort.key}` : sort.key
  }
  if (state.page > 1) result.page = state.page
  if (state.size !== sizesOf(schema)[0]) result.size = state.size
  return result
}

/** Names of the filters that restrict the list now. */
export function activeFilters<F extends Filters>(schema: { filters: F }, filters: Values<F>): (keyof F)[] {
  return Object.entries(schema.filters)
    .filter(([name, codec]) => codec.format(filters[name]) !== '')
    .map(([name]) => name)
}

/** Changes of a list's state; each writes the URL. Everything but paging returns to page 1. */
export type ListActions<Tab extends string, F> = {
  setTab: (tab: Tab) => void
  setFilter: <K extends keyof F>(name: K, value: Values<F>[K]) => void
  setFilters: (values: Partial<Values<F>>) => void
  resetFilters: () => void
  setSort: (sort: Sort) => void
  setPage: (page: number) => void
  /** The same without a step of its own in the browser's history. */
  replacePage: (page: number) => void
  setSize: (size: number) => void
  /** Takes over a whole saved state, e.g. of a saved view. */
  apply: (search: Search) => void
}

/**
 * The whole state of a list in the URL: `useListState(schema, useSearch(…), (search) => navigate({ search }))`.
 * A step of paging, sorting or filtering is one history entry, so that «Назад» undoes it.
 */
export function useListState<Tab extends string, F extends Filters>(
  schema: ListSchema<Tab, F>,
  search: Search,
  navigate: (search: Record<string, unknown>, step?: 'new' | 'replace') => void,
): ListState<Tab, F> & ListActions<Tab, F> & { active: (keyof F)[] } {
  return useMemo(() => {
    const state = parseListState(schema, search)
    const go = (change: Partial<ListState<Tab, F>>) =>
      navigate(toListSearch(schema, { ...state, page: 1, ...change }, search))
    const setFilters = (values: Partial<Values<F>>) => go({ filters: { ...state.filters, ...values } })
    return {
      ...state,
      active: activeFilters(schema, state.filters),
      setTab: (tab) => go({ tab }),
      setFilter: (name, value) => go({ filters: { ...state.filters, [name]: value } }),
      setFilters,
      resetFilters: () => go({ filters: parseListState(schema, {}).filters }),
      setSort: (sort) => go({ sort }),
      setPage: (page) => go({ page }),
      replacePage: (page) => navigate(toListSearch(schema, { ...state, page }, search), 'replace'),
      setSize: (size) => go({ size }),
      apply: (saved) => navigate(toListSearch(schema, parseListState(schema, saved), search)),
    }
  }, [schema, search, navigate])
}
