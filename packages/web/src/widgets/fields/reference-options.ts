import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import type { EndpointSpec, ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { listReferenceItems } from '@ipoteka-office/contract/references/references.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from '#api/live.ts'
import { queryOnce, queryClient } from '#api/query.ts'

/** A dictionary for a select. */
export interface Dictionary {
  readonly options: readonly Option[]
  /** Whether the server has answered: a dictionary that failed stays silent and empty (specification 1 §8). */
  readonly ready: boolean
}

const none: readonly Option[] = []

type DictionaryEndpoint = EndpointSpec & { params?: undefined; body?: undefined }

let isFresh = false

/**
 * From the first use the dictionaries that pages keep are read again when somebody has changed one:
 * those on the screen at once, the others when they are shown next.
 * All of them, since what a call answers may come from several dictionaries.
 */
export function keepDictionariesFresh(): void {
  if (isFresh) return
  isFresh = true
  listen(topics.dictionaries, () => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => typeof path === 'string' && path.startsWith('/reference/'),
    })
  })
}

type Item = Option & { readonly [attribute: string]: unknown }
const noItems: readonly Item[] = []

/** The values in force of a dictionary by its code, with their attributes; programmes have no call of their own. */
export function useDictionary(code: string, enabled = true): readonly Item[] {
  useEffect(keepDictionariesFresh, [])
  return useQuery({ ...queryOnce(listReferenceItems, { params: { code } }), enabled }).data ?? noItems
}

/** The options of a dictionary call: `useReferenceOptions(listRegions)`; a change of it reaches the page by itself. */
export function useReferenceOptions<const S extends DictionaryEndpoint>(
  endpoint: ResponseOf<S> extends Option[] ? S : never,
  enabled = true,
): Dictionary {
  const { data } = useQuery({ ...queryOnce(endpoint as EndpointSpec), enabled })
  useEffect(keepDictionariesFresh, [])
  return { options: (data as readonly Option[] | undefined) ?? none, ready: data !== undefined }
}
