import {
  type Dictionary,
  type DictionaryKind,
  itemSortFields,
  listDictionaryItems,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { parseListState, type Sort, textFilter, toListSearch } from '#ui/table/list-state.ts'
import { linked, search as searchBy } from '#widgets/list/filters.ts'
import { schemaOf, serverList } from '#widgets/list/server-list.ts'

const order: Sort = { key: 'order', direction: 'asc' }
const shape = {
  filters: [
    searchBy('text', 'Найти запись по названию или коду', {
      placeholder: 'Название или код',
      as: 'query',
    }),
    linked(
      { parent: textFilter },
      {
        label: 'Внутри',
        value: ({ parent }) => parent || null,
        ask: ({ parent }) => (parent ? { parent } : {}),
      },
    ),
  ],
  sortable: itemSortFields,
  order,
} as const
const words = { active: 'Действующие', inactive: 'Отключённые', all: 'Все' } as const
const itemsSchema = schemaOf({ ...shape, tabs: { words } })

/** Whether the items are shown as a tree: the bank's own order, everything, from the top. */
export const isTree = (sort: string, { text, parent }: { text?: unknown; parent?: unknown }): boolean =>
  sort === 'order,asc' && !text && !parent

/** The items of a dictionary: what the address holds, and what the server is asked. */
export const itemsList = ({
  id,
  hierarchical,
  activeCount,
  itemsCount,
}: Pick<Dictionary, 'id' | 'hierarchical' | 'activeCount' | 'itemsCount'>) =>
  serverList(listDictionaryItems, {
    ...shape,
    key: `references.${id}`,
    tabs: {
      label: 'Состояние записей',
      words,
      // While something restricts the rows only what the open tab has is known.
      counts: ({ page, tab, isRestricted }) =>
        isRestricted
          ? { [tab]: page?.totalElements }
          : { active: activeCount, inactive: itemsCount - activeCount, all: itemsCount },
    },
    ask: ({ tab, filter, values, paging, sort }) => ({
      params: { id: String(id) },
      query: {
        ...paging,
        state: tab,
        sort,
        ...filter,
        ...(hierarchical && isTree(sort, values) && { roots: 'true' as const }),
      },
    }),
  })

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
