import type { DictionaryKind } from '@ipoteka-office/contract/references/reference-items.ts'
import { itemSortFields } from '@ipoteka-office/contract/references/reference-items.ts'
import {
  type ListActions,
  type ListState,
  listSchema,
  parseListState,
  textFilter,
  toListSearch,
} from '#ui/table/list-state.ts'

/** What the items of a dictionary may show; the names are those of the URL. */
export const itemsSchema = listSchema({
  tabs: ['active', 'inactive', 'all'],
  filters: { text: textFilter, parent: textFilter },
  sortable: itemSortFields,
  defaultSort: { key: 'order', direction: 'asc' },
})
type Tab = (typeof itemsSchema.tabs)[number]
type Filters = (typeof itemsSchema)['filters']

/** The state of the items as the URL holds it, and what changes it. */
export type ItemsState = ListState<Tab, Filters> & ListActions<Tab, Filters> & { active: string[] }

type Search = Record<string, unknown>
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** What of the page's address is about the catalogue. */
export interface CatalogueState {
  /** Code of the chosen dictionary, empty when none is. */
  readonly dictionary: string
  readonly find: string
  readonly kind: DictionaryKind | 'ALL'
  /** The import shown instead of the items: its id, `new` for one that has no file yet; empty: none. */
  readonly load: string
}

/** Reads the catalogue's part of the address. */
export function parseCatalogue(search: Search): CatalogueState {
  const kind = textOf(search.kind)
  const load = textOf(search.load)
  return {
    dictionary: textOf(search.dictionary),
    find: textOf(search.find),
    kind: kind === 'DICTIONARY' || kind === 'ENUM' ? kind : 'ALL',
    load: load === 'new' || /^[1-9]\d{0,8}$/.test(load) ? load : '',
  }
}

/** The address with the catalogue changed; another dictionary begins with its first page. */
export function catalogueSearch(search: Search, change: Partial<CatalogueState>): Search {
  const next = { ...parseCatalogue(search), ...change }
  const other = next.dictionary !== parseCatalogue(search).dictionary
  const { size } = parseListState(itemsSchema, search)
  const kept = other ? toListSearch(itemsSchema, { ...parseListState(itemsSchema, {}), size }, {}) : search
  const { dictionary: _d, find: _f, kind: _k, load: _l, ...items } = kept
  return {
    ...(next.dictionary && { dictionary: next.dictionary }),
    ...(next.find && { find: next.find }),
    ...(next.kind !== 'ALL' && { kind: next.kind }),
    ...(next.load && { load: next.load }),
    ...items,
  }
}

/** Whether the items are shown as a tree: the bank's own order, everything, from the top. */
export const isTree = ({ filters, sort }: Pick<ItemsState, 'filters' | 'sort'>): boolean =>
  filters.text === '' && filters.parent === '' && sort.key === 'order' && sort.direction === 'asc'

/** Page, order and search of the items as the server takes them: its pages count from 0. */
export const toItemsQuery = (
  { tab, filters, sort, page, size }: Pick<ItemsState, 'tab' | 'filters' | 'sort' | 'page' | 'size'>,
  hierarchical: boolean,
) => ({
  page: page - 1,
  size,
  state: tab,
  sort: `${sort.key},${sort.direction}`,
  ...(filters.text && { query: filters.text }),
  ...(filters.parent && { parent: filters.parent }),
  ...(hierarchical && isTree({ filters, sort }) && { roots: 'true' as const }),
})
