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
import { noteError } from '#lib/unexpected.ts'
import { call, type RequestArgs } from './call.ts'
import { statusOf } from './failure.ts'
import { read } from './read.ts'

type OnlyRequest<S extends EndpointSpec> =
  RequestArgs<S> extends [request?: infer R, options?: unknown] ? [request?: R] : [request: RequestOf<S>]

/** The key under which all answers of an endpoint are kept: for `invalidateQueries`. */
export const keyOf = (endpoint: EndpointSpec): readonly [string, string] => [endpoint.method, endpoint.path]

/** Options for `useQuery`: `useQuery(query(getApprover, { params }))`. An outdated request is aborted. */
export function query<const S extends EndpointSpec>(endpoint: S, ...[request]: OnlyRequest<S>) {
  return queryOptions({
    queryKey: [...keyOf(endpoint), request ?? {}] as QueryKey,
    queryFn: ({ signal }): Promise<ResponseOf<S>> => read(endpoint, request ?? {}, signal),
  })
}

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

const isNothing = (part: unknown) => part === '' || part === undefined || part === null

/** An empty key, or one whose topic or key is empty, would mix up answers: it raises (specification 2 §8). */
export function hashOf(key: QueryKey): string {
  if (key.length === 0 || key.some(isNothing)) throw new Error('Пустой ключ или пустая тема кэша запросов')
  return hashKey(key)
}

/** The one query client: answers never go stale and are not read again on focus (specification 2 §9). */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteError }),
  mutationCache: new MutationCache({ onError: noteError }),
  defaultOptions: {
    queries: {
      queryKeyHashFn: hashOf,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
      retry: (times, failure) => times < 2 && mayRepeat(failure),
    },
    mutations: { networkMode: 'always' },
  },
})
