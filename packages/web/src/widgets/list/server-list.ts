import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { EndpointSpec, RequestOf, ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  type ListActions,
  type ListSchema,
  type ListState,
  parseListState,
  type Sort,
} from '#ui/table/list-state.ts'
import { type AnyFilter, type AskedOf, askedBy, type ValuesOf } from './filters.ts'

/** What a list asks of the server, in the server's words: its pages count from 0. */
export interface Asked<Tab extends string, F extends readonly AnyFilter[]> {
  readonly tab: Tab
  readonly filter: AskedOf<F>
  readonly values: ValuesOf<F>
  readonly paging: { readonly page: number; readonly size: number }
  /** `createdAt,desc`. */
  readonly sort: string
}

/** A list as its area describes it. */
export interface ListDefinition<S extends EndpointSpec, Tab extends string, F extends readonly AnyFilter[]> {
  readonly endpoint: S
  /** One per list: views, columns and the way back are kept under it, e.g. `approvers.nis`. */
  readonly key: string
  /** The first one is the default. */
  readonly tabs?: readonly [Tab, ...Tab[]]
  readonly filters?: F
  /** Columns that can be sorted by. */
  readonly sortable?: readonly string[]
  /** The order of a plain address. */
  readonly order?: Sort
  readonly ask: (asked: Asked<Tab, F>) => RequestOf<S>
  /** Topics whose messages make the list read again. */
  readonly topics?: readonly string[]
}

/** The endpoint of a list: it answers a page. */
export type ListEndpoint = EndpointSpec & { readonly response: NonNullable<EndpointSpec['response']> }
/** What the server tells beside the rows stays with the page. */
export type PageOf<S extends EndpointSpec> = ResponseOf<S> & Page<RowOf<S>>
export type RowOf<S extends EndpointSpec> = ResponseOf<S> extends { content: (infer R)[] } ? R : never

const unsorted: Sort = { key: 'id', direction: 'asc' }
/** How a list stands in the address. */
type Schema<Tab extends string> = ListSchema<Tab, AnyFilter['codecs']>
export type State<Tab extends string> = ListState<Tab, Schema<Tab>['filters']> &
  ListActions<Tab, Schema<Tab>['filters']> & { active: string[] }

/**
 * Describes a list: `serverList(listPartners, { key, filters, ask })`, in the file of its area. What it asks of the server is
 * checked against the endpoint here.
 */
export const serverList = <
  const S extends ListEndpoint,
  const Tab extends string = 'all',
  const F extends readonly AnyFilter[] = readonly [],
>(
  endpoint: S,
  options: Omit<ListDefinition<S, Tab, F>, 'endpoint'>,
): ListDefinition<S, Tab, F> => ({ endpoint, ...options })

/** Any list. */
export type AnyList<Tab extends string = string> = ListDefinition<EndpointSpec, Tab, readonly AnyFilter[]>

/** The tabs, filters and order of a list as its address holds them. */
export function schemaOf<Tab extends string>({
  tabs = ['all' as Tab],
  filters = [],
  sortable = [],
  order = unsorted,
}: Pick<AnyList<Tab>, 'tabs' | 'filters' | 'sortable' | 'order'>): Schema<Tab> {
  return {
    tabs,
    filters: Object.assign({}, ...filters.map(({ codecs }) => codecs)),
    sortable,
    defaultSort: order,
  }
}

/** A request without its types. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** What the server is asked for a state of the list. */
export const requestOf = <S extends EndpointSpec, Tab extends string, F extends readonly AnyFilter[]>(
  { filters, ask }: ListDefinition<S, Tab, F>,
  { tab, filters: values, page, size, sort }: Pick<State<Tab>, 'tab' | 'filters' | 'page' | 'size' | 'sort'>,
): RequestParts =>
  ask({
    tab,
    values: values as ValuesOf<F>,
    filter: askedBy(filters ?? [], values) as AskedOf<F>,
    paging: { page: page - 1, size },
    sort: `${sort.key},${sort.direction}`,
  })

/** What an address asks of the server. */
export const askedAt = <S extends EndpointSpec, Tab extends string, F extends readonly AnyFilter[]>(
  list: ListDefinition<S, Tab, F>,
  search: Record<string, unknown>,
): RequestParts => requestOf(list, parseListState(schemaOf(list as never), search) as never)
