import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { keyOf, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { useListState } from '#ui/table/list-state.ts'
import type { AnyFilter } from './filters.ts'
import { type Keeping, type Search, useListPlace } from './list-place.ts'
import {
  type AnyList,
  type ListDefinition,
  type ListEndpoint,
  type PageOf,
  type RequestParts,
  requestOf,
  type RowOf,
  schemaOf,
  type State,
} from './server-list.ts'

/** A list of the server on the screen: its state in the address, its answer, and who is chosen. */
export interface ServerList<Row, P = Page<Row>, Tab extends string = string> {
  readonly key: string
  readonly endpoint: EndpointSpec
  readonly filters: readonly AnyFilter[]
  readonly topics: readonly string[]
  readonly isSorted: boolean
  readonly state: State<Tab>
  readonly search: Search
  readonly open: (href: string) => void
  readonly answer: UseQueryResult<P>
  /** The page shown; absent while there is none, and after a failed load (specification 1 §4). */
  readonly page: P | undefined
  readonly total: number
  readonly allowed: boolean
  /** What the server was asked; of another tab or page where they are given. */
  readonly request: (of?: { tab?: Tab; page?: number; size?: number }) => RequestParts
  readonly refresh: () => void
  /** For the type alone. */
  readonly row?: Row | undefined
}
/**
 * When the list has become shorter than the page shown (its last rows were handed over, somebody deleted one), the last
 * page that there is takes its place. An address that was wrong from the start is told of instead.
 */
function usePageInRange(page: Page<unknown> | undefined, at: number, go: (page: number) => void): void {
  const shown = useRef(0)
  const isGone = page !== undefined && page.content.length === 0 && page.totalElements > 0
  const pages = page?.totalPages ?? 0
  useEffect(() => {
    if (page !== undefined && page.content.length > 0) shown.current = at
    if (isGone && shown.current === at && pages < at) go(Math.max(1, pages))
  }, [page, isGone, at, pages, go])
}

/**
 * A list of the server on the screen: `useServerList(partnersList)`. Its whole state lies in the address, so that «Назад»,
 * a link and a saved view bring back the same list; a list inside another page keeps it on the screen.
 */
export function useServerList<
  const S extends ListEndpoint,
  const Tab extends string,
  const F extends readonly AnyFilter[],
>(
  definition: ListDefinition<S, Tab, F>,
  {
    keeping = 'address',
    refreshMs = () => null,
  }: {
    keeping?: Keeping
    /** How soon the rows are read again by themselves; null: never. */
    refreshMs?: (rows: readonly RowOf<S>[]) => number | null
  } = {},
): ServerList<RowOf<S>, PageOf<S>, Tab> {
  const { key, endpoint, filters = [], sortable = [], topics = [] } = definition
  const shape = JSON.stringify([definition.tabs, filters.map(({ codecs }) => Object.keys(codecs)), sortable])
  // Codecs of one name do the same: only another set of them is another schema.
  // oxlint-disable-next-line react/exhaustive-deps
  const schema = useMemo(() => schemaOf<Tab>(definition as unknown as AnyList<Tab>), [shape])
  const { search, go, open } = useListPlace(key, keeping)
  const state: State<Tab> = useListState(schema, search, go)
  const request = (of: { tab?: Tab; page?: number; size?: number } = {}) =>
    requestOf(definition, { ...state, ...of })
  const asked = request()
  const allowed = useRights().mayCall(endpoint, asked.params)
  const answer = useQuery({
    ...query(endpoint as EndpointSpec, asked as never),
    enabled: allowed,
    refetchInterval: ({ state: { data } }) =>
      refreshMs((data as PageOf<S> | undefined)?.content ?? []) ?? false,
  }) as UseQueryResult<PageOf<S>>
  const page = answer.isError ? undefined : answer.data
  const client = useQueryClient()
  // Counts of the tabs too, where they are asked by the same call.
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: keyOf(endpoint) }),
    [client, endpoint],
  )
  usePageInRange(answer.isPlaceholderData ? undefined : page, state.page, state.replacePage)
  return {
    key,
    endpoint,
    filters,
    topics,
    isSorted: sortable.length > 0,
    state,
    search,
    open,
    answer,
    page,
    total: page?.totalElements ?? 0,
    allowed,
    request,
    refresh,
  }
}

/** The same list with other rows on its page: a tree has rows that the server did not answer. */
export const withRows = <Row, P extends Page<Row>, Shown, Tab extends string>(
  list: ServerList<Row, P, Tab>,
  rows: readonly Shown[] | undefined,
): ServerList<Shown, Page<Shown>, Tab> => {
  const page = list.page && rows && { ...list.page, content: [...rows] }
  return { ...list, page, answer: list.answer as unknown as UseQueryResult<Page<Shown>>, row: undefined }
}

/** How many rows each tab of the list would open, asked tab by tab where no call counts them together. */
export function useTabCounts<Row, P extends Page<Row>, Tab extends string>(
  list: ServerList<Row, P, Tab>,
  words: Readonly<Record<Tab, string>>,
): Partial<Record<Tab, number | undefined>> {
  const others = (Object.keys(words) as Tab[]).filter((tab) => tab !== list.state.tab)
  const counts = useQueries({
    queries: others.map((tab) => ({
      ...query(list.endpoint, list.request({ tab, page: 1, size: 1 }) as never),
      enabled: list.allowed,
      select: (page: unknown) => (page as Page<unknown>).totalElements,
    })),
  })
  const known = others.map((tab, at) => [tab, counts[at]?.data] as const)
  return Object.fromEntries([...known, [list.state.tab, list.page?.totalElements]]) as Partial<
    Record<Tab, number>
  >
}
