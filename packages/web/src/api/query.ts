import type { EndpointSpec, RequestOf, ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  hashKey,
  MutationCache,
  mutationOptions,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { createStore } from '#lib/store.ts'
import { noteError } from '#lib/unexpected.ts'
import { call, type RequestArgs } from './call.ts'
import { statusOf } from './failure.ts'
import { read } from './read.ts'

type OnlyRequest<S extends EndpointSpec> =
  RequestArgs<S> extends [request?: infer R, options?: unknown] ? [request?: R] : [request: RequestOf<S>]

/** The key under which all answers of an endpoint are kept: for `invalidateQueries`. */
export const keyOf = (endpoint: EndpointSpec): readonly [string, string] => [endpoint.method, endpoint.path]

/** The request of an endpoint is the last part of its key. */
const paramsOf = (key: QueryKey): unknown => (key[2] as { params?: unknown } | undefined)?.params

/** Whether both keys ask one thing, such as one list or the parts of one record, by whatever filter and page. */
function isOfOne(first: QueryKey, second: QueryKey): boolean {
  return (
    first[0] === second[0] &&
    first[1] === second[1] &&
    hashKey([paramsOf(first)]) === hashKey([paramsOf(second)])
  )
}

const askedFor = <const S extends EndpointSpec>(endpoint: S, request: object) => ({
  queryKey: [...keyOf(endpoint), request] as QueryKey,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ResponseOf<S>> => read(endpoint, request, signal),
})

/**
 * Options for `useQuery`: `useQuery(query(listPartners, { body }))`. Read anew whenever a screen opens; what an earlier
 * page or filter of the same thing has shown stays until the new answer comes. An outdated request is aborted.
 */
export function query<const S extends EndpointSpec>(endpoint: S, ...[request = {}]: OnlyRequest<S>) {
  const asked = askedFor(endpoint, request as object)
  return queryOptions({
    ...asked,
    placeholderData: (shown, earlier) =>
      earlier !== undefined && isOfOne(earlier.queryKey, asked.queryKey) ? shown : undefined,
  })
}

/** The same for what many parts of a page share, such as a dictionary or settings: read once, then told of changes. */
export const queryOnce = <const S extends EndpointSpec>(endpoint: S, ...[request = {}]: OnlyRequest<S>) =>
  queryOptions({ ...askedFor(endpoint, request as object), refetchOnMount: true })

/** The same for an answer to one question: what another one was answered never stands in for it. */
export const queryExactly = <const S extends EndpointSpec>(endpoint: S, ...[request = {}]: OnlyRequest<S>) =>
  queryOptions(askedFor(endpoint, request as object))

/** Options for `useMutation`: `useMutation(mutation(saveApprover))`, then `mutate({ params, body })`. */
export function mutation<const S extends EndpointSpec>(endpoint: S) {
  return mutationOptions({
    mutationKey: keyOf(endpoint),
    mutationFn: (request: RequestOf<S>): Promise<ResponseOf<S>> =>
      call(endpoint, ...([request] as unknown as RequestArgs<S>)),
  })
}

const mayRepeat = (failure: unknown): boolean => {
  const status = statusOf(failure)
  return status === 503 || status === 502 || (status === null && failure instanceof TypeError)
}

/** Questions whose answer on the page could not be read again: what was read before stays in sight. */
export const notReadAgain = createStore<ReadonlySet<string>>(new Set())

function mark(hash: string, isStale: boolean): void {
  const now = notReadAgain.get()
  if (now.has(hash) === isStale) return
  const next = new Set(now)
  if (isStale) next.add(hash)
  else next.delete(hash)
  notReadAgain.set(next)
}

/** A server that is away or has failed says nothing of what was read before; a refusal does: it may be gone. */
function isPassing(failure: unknown): boolean {
  const status = statusOf(failure)
  return mayRepeat(failure) || (status !== null && (status >= 500 || status === 429))
}

const answers = new QueryCache({
  onError(failure, asked) {
    noteError(failure)
    if (asked.state.data === undefined || !isPassing(failure)) return
    // Otherwise the page would put the failure in the place of what is on it, and of what was typed there.
    asked.setState({ status: 'success', error: null })
    if (asked.isActive()) mark(asked.queryHash, true)
  },
  onSuccess: (_, asked) => mark(asked.queryHash, false),
})
answers.subscribe(({ type, query: asked }) => {
  if (type === 'removed' || (type === 'observerRemoved' && !asked.isActive())) mark(asked.queryHash, false)
})

/** Reads again what could not be read. */
export function readAgain(): void {
  const stale = notReadAgain.get()
  void queryClient.refetchQueries({ predicate: ({ queryHash }) => stale.has(queryHash) })
}

const isNothing = (part: unknown) => part === '' || part === undefined || part === null

/** An empty key, or one whose topic or key is empty, would mix up answers: it raises (specification 2 §8). */
export function hashOf(key: QueryKey): string {
  if (key.length === 0 || key.some(isNothing)) throw new Error('Пустой ключ или пустая тема кэша запросов')
  return hashKey(key)
}

/**
 * The one query client: answers never go stale and are not read again on focus (specification 2 §9); a screen that opens
 * reads its own anew.
 */
export const queryClient = new QueryClient({
  queryCache: answers,
  mutationCache: new MutationCache({ onError: noteError }),
  defaultOptions: {
    queries: {
      queryKeyHashFn: hashOf,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnMount: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
      retry: (times, failure) => times < 2 && mayRepeat(failure),
    },
    mutations: { networkMode: 'always' },
  },
})
