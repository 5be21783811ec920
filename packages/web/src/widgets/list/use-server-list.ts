import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { EndpointSpec, ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { keyOf, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { useListState } from '#ui/table/list-state.ts'
import type { AnyFilter } from './filters.ts'
import type { ChosenTabs } from './list-tabs.tsx'
import { type Keeping, type Search, type Step, useListPlace } from './list-place.ts'
import {
  type Clash,
  type ListDefinition,
  type ListEndpoint,
  type ListShape,
  type PageOf,
  type RequestParts,
  requestOf,
  type RowOf,
  schemaOf,
  type State,
} from './server-list.ts'
import { useCounts } from './use-counts.ts'

/** A list of the server on the screen: its state in the address, its answer, and who is chosen. */
export interface ServerList<Row, P = Page<Row>, Tab extends string = string, C = unknown> {
  readonly key: string
  readonly endpoint: EndpointSpec
  readonly filters: readonly AnyFilter[]
  readonly clashes: readonly Clash[]
  readonly tabs: ChosenTabs<Tab> | undefined
  /** What the call beside the list has counted; undefined until then. */
  readonly counted: C | undefined
  readonly topics: readonly string[]
  /** Columns that the server sorts by. */
  readonly sortable: readonly string[]
  readonly state: State<Tab>
  readonly search: Search
  /** Changes what the page beside the list keeps in the address. */
  readonly go: (search: Search, step?: Step) => void
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
/** The page that was answered; none after a failed load. */
const pageOf = <P>({ isError, data }: UseQueryResult<P>): P | undefined => (isError ? undefined : data)

/**
 * When the list has become shorter than the page shown (its last rows were handed over, somebody deleted one), the last
 * page that there is takes its place. An address that was wrong from the start is told of instead.
 */
function usePageInRange<P extends Page<unknown>>(
  answer: UseQueryResult<P>,
  at: number,
  go: (page: number) => void,
): void {
  const shown = useRef(0)
  const page = answer.isPlaceholderData ? undefined : pageOf(answer)
  const isGone = page !== undefined && page.content.length === 0 && page.totalElements > 0
  const pages = page?.totalPages ?? 0
  useEffect(() => {
    if (page !== undefined && page.content.length > 0) shown.current = at
    if (isGone && shown.current === at && pages < at) go(Math.max(1, pages))
  }, [page, isGone, at, pages, go])
}

/** How the list stands in the address: the same object while its parts are the same. */
function useSchema<Tab extends string>(list: ListShape<Tab>) {
  const { tabs, filters = [], sortable } = list
  const shape = JSON.stringify([tabs?.words, filters.map(({ codecs }) => Object.keys(codecs)), sortable])
  // Codecs of one name do the same: only another set of them is another schema.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => schemaOf<Tab>(list), [shape])
}

/** Reads the list again, and what is counted beside it. */
function useRefresh({
  endpoint,
  counting: { endpoint: counting } = {},
}: {
  endpoint: EndpointSpec
  counting?: { endpoint?: EndpointSpec }
}): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    for (const one of counting ? [endpoint, counting] : [endpoint])
      void client.invalidateQueries({ queryKey: keyOf(one) })
  }, [client, endpoint, counting])
}

/**
 * A list of the server on the screen: `useServerList(partnersList)`; one that depends on something is described anew each
 * time, `useServerList(approversList(type))`. Its whole state lies in the address, so that «Назад», a link and a saved view
 * bring back the same list; a list inside another page keeps it on the screen.
 */
export function useServerList<
  const S extends ListEndpoint,
  const Tab extends string,
  const F extends readonly AnyFilter[],
  A,
  const C extends EndpointSpec = never,
>(
  definition: ListDefinition<S, Tab, F, A, C>,
  {
    keeping = 'address',
    isShown = true,
    refreshMs = () => null,
  }: {
    keeping?: Keeping
    /** False while the page shows something else in its place: nothing is asked then. */
    isShown?: boolean
    /** How soon the rows are read again by themselves; null: never. */
    refreshMs?: (rows: readonly RowOf<S>[]) => number | null
  } = {},
): ServerList<RowOf<S>, PageOf<S>, Tab, ResponseOf<C>> {
  const { key, endpoint, filters = [], clashes = [], sortable = [], topics = [] } = definition
  const schema = useSchema<Tab>(definition)
  const { search, go, open } = useListPlace(key, keeping)
  const state: State<Tab> = useListState(schema, search, go)
  const request = (of: { tab?: Tab; page?: number; size?: number } = {}) =>
    requestOf(definition, { ...state, ...of })
  const asked = request()
  const allowed = useRights().mayCall(endpoint, asked.params)
  const answer = useQuery({
    ...query(endpoint as EndpointSpec, asked as never),
    enabled: allowed && isShown,
    refetchInterval: ({ state: { data } }) =>
      refreshMs((data as PageOf<S> | undefined)?.content ?? []) ?? false,
  }) as UseQueryResult<PageOf<S>>
  const page = pageOf(answer)
  const { counted, tabs } = useCounts(definition, { state, answer, page, request })
  const refresh = useRefresh(definition)
  usePageInRange(answer, state.page, state.replacePage)
  return {
    key,
    endpoint,
    filters,
    clashes,
    tabs,
    counted,
    topics,
    sortable,
    state,
    search,
    go,
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
