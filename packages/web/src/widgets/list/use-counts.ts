import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { EndpointSpec, ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { type QueryKey, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import type { AnyFilter } from './filters.ts'
import type { ChosenTabs } from './list-tabs.tsx'
import type { ListDefinition, ListEndpoint, PageOf, RequestParts, State, TabCounts } from './server-list.ts'

interface Known<P, Tab extends string> {
  readonly state: State<Tab>
  readonly answer: UseQueryResult<P>
  readonly page: P | undefined
  readonly request: (of?: { tab?: Tab; page?: number; size?: number }) => RequestParts
}

const nothing = { queryKey: ['GET', '/no-counting'] as QueryKey, queryFn: () => null as unknown }

/** What the tabs open: by the call that counts beside the list, by the page itself, or asked tab by tab. */
export function useCounts<
  S extends ListEndpoint,
  Tab extends string,
  F extends readonly AnyFilter[],
  A,
  C extends EndpointSpec,
>(
  { endpoint, counting, tabs }: ListDefinition<S, Tab, F, A, C>,
  { state, answer, page, request }: Known<PageOf<S>, Tab>,
): { counted: ResponseOf<C> | undefined; tabs: ChosenTabs<Tab> | undefined } {
  // One after the other (specification 1 §7): the rows are what the person waits for.
  const hasCome = answer.isSuccess && !answer.isPlaceholderData && !answer.isFetching
  const asked = counting && query(counting.endpoint as EndpointSpec, counting.ask(request()) as never)
  const { data } = useQuery<unknown>({
    ...((asked ?? nothing) as typeof nothing),
    enabled: asked !== undefined && hasCome,
  })
  const counted = answer.isError ? undefined : (data as ResponseOf<C> | undefined)
  const isEach = tabs?.counts === 'each'
  const others = isEach ? (Object.keys(tabs.words) as Tab[]).filter((tab) => tab !== state.tab) : []
  const each = useQueries({
    queries: others.map((tab) => ({
      ...query(endpoint as EndpointSpec, request({ tab, page: 1, size: 1 }) as never),
      enabled: answer.isSuccess,
      select: (one: unknown) => (one as Page<unknown>).totalElements,
    })),
  })
  if (!tabs) return { counted, tabs }
  const countsOf = (): TabCounts<Tab> | undefined => {
    const { counts } = tabs
    if (typeof counts === 'function')
      return counts({ page, counted, tab: state.tab, isRestricted: state.active.length > 0 })
    if (!isEach) return undefined
    const known = others.map((tab, at) => [tab, each[at]?.data] as const)
    return Object.fromEntries([...known, [state.tab, page?.totalElements]]) as TabCounts<Tab>
  }
  const { label, words } = tabs
  const { tab: value, setTab: onChange } = state
  return { counted, tabs: { label, words, counts: countsOf(), value, onChange } }
}
