import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { EndpointSpec, RequestOf, ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  type ListActions,
  type ListSchema,
  type ListState,
  parseListState,
  type Sort,
} from '#ui/table/list-state.ts'
import { type AnyFilter, type AskedOf, askedBy, type Values, type ValuesOf } from './filters.ts'

/** What a list asks of the server, in the server's words: its pages count from 0. */
export interface Asked<Tab extends string, F extends readonly AnyFilter[], A> {
  readonly tab: Tab
  /** What the filters and the tab ask for. */
  readonly filter: AskedOf<F> & ([A] extends [never] ? unknown : Partial<A>)
  readonly values: ValuesOf<F>
  readonly paging: { readonly page: number; readonly size: number }
  /** `createdAt,desc`. */
  readonly sort: string
}

/** What is known when the tabs are counted: the page shown, the answer of `counting`, and which tab is open by which filters. */
export interface Counted<P, C, Tab extends string> {
  readonly page: P | undefined
  readonly counted: C | undefined
  readonly tab: Tab
  readonly isRestricted: boolean
}
/** How many rows each tab opens; absent: not known. */
export type TabCounts<Tab extends string> = Partial<Readonly<Record<Tab, number | undefined>>>

/** The tabs of a list: the first one is the default. */
export interface Tabs<Tab extends string, A, P, C> {
  readonly label: string
  readonly words: Readonly<Record<Tab, string>>
  /** What a tab adds to the filter. */
  readonly asks?: Partial<Readonly<Record<Tab, A>>>
  /** How many rows each opens; `each`: asked tab by tab, where no call counts them together. */
  readonly counts?: 'each' | ((known: Counted<P, C, Tab>) => TabCounts<Tab> | undefined)
}

/** The call that counts beside the list; it is made after the list has come. */
export interface Counting<C extends EndpointSpec> {
  readonly endpoint: C
  readonly ask: (request: RequestParts) => RequestOf<C>
}

/** Filters that find nothing together, and why. */
export interface Clash {
  /** Names of the filters in the address, `tab` for the tab; all of them restrict. */
  readonly between: readonly string[]
  /** Whether these values do; all of them where nothing else is said. */
  readonly when?: (values: Values, tab: string) => boolean
  /** «у поручений этапов нет». */
  readonly why: string
}

/** A list as its area describes it. */
export interface ListDefinition<
  S extends EndpointSpec,
  Tab extends string,
  F extends readonly AnyFilter[],
  A = never,
  C extends EndpointSpec = never,
> {
  readonly endpoint: S
  /** One per list: views, columns and the way back are kept under it, e.g. `approvers.nis`. */
  readonly key: string
  readonly tabs?: Tabs<Tab, A, PageOf<S>, ResponseOf<C>>
  readonly counting?: Counting<C>
  readonly filters?: F
  readonly clashes?: readonly Clash[]
  /** Columns that can be sorted by. */
  readonly sortable?: readonly string[]
  /** The order of a plain address. */
  readonly order?: Sort
  readonly ask: (asked: Asked<Tab, F, A>) => RequestOf<S>
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
  const C extends EndpointSpec = never,
  // Of its own, so that «ACTIVE» stays that word and is no mere string.
  V extends string | number | boolean = never,
  A extends Readonly<Record<string, V>> = never,
>(
  endpoint: S,
  options: Omit<ListDefinition<S, Tab, F, A, C>, 'endpoint'>,
): ListDefinition<S, Tab, F, A, C> => ({ endpoint, ...options })

/** The parts of a list that its address holds. */
export interface ListShape<Tab extends string = string> {
  readonly tabs?: { readonly words: Readonly<Record<Tab, string>> }
  readonly filters?: readonly AnyFilter[]
  readonly sortable?: readonly string[]
  readonly order?: Sort
}

/** The tabs, filters and order of a list as its address holds them. */
export function schemaOf<Tab extends string>({
  tabs,
  filters = [],
  sortable = [],
  order = unsorted,
}: ListShape<Tab>): Schema<Tab> {
  return {
    tabs: Object.keys(tabs?.words ?? { all: '' }) as [Tab, ...Tab[]],
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
export const requestOf = <
  S extends EndpointSpec,
  Tab extends string,
  F extends readonly AnyFilter[],
  A,
  C extends EndpointSpec,
>(
  { tabs, filters, ask }: ListDefinition<S, Tab, F, A, C>,
  { tab, filters: values, page, size, sort }: Pick<State<Tab>, 'tab' | 'filters' | 'page' | 'size' | 'sort'>,
): RequestParts =>
  ask({
    tab,
    values: values as ValuesOf<F>,
    filter: { ...askedBy(filters ?? [], values), ...tabs?.asks?.[tab] } as Asked<Tab, F, A>['filter'],
    paging: { page: page - 1, size },
    sort: `${sort.key},${sort.direction}`,
  })

/** What an address asks of the server. */
export const askedAt = <
  S extends EndpointSpec,
  Tab extends string,
  F extends readonly AnyFilter[],
  A,
  C extends EndpointSpec,
>(
  list: ListDefinition<S, Tab, F, A, C>,
  search: Record<string, unknown>,
): RequestParts => requestOf(list, parseListState(schemaOf<Tab>(list), search) as never)
