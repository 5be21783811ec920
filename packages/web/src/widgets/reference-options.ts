import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import type { EndpointSpec, ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'

/** A dictionary for a select. */
export interface Dictionary {
  readonly options: readonly Option[]
  /** Whether the server has answered: a dictionary that failed stays silent and empty (specification 1 §8). */
  readonly ready: boolean
}

const none: readonly Option[] = []

type DictionaryEndpoint = EndpointSpec & { params?: undefined; body?: undefined }

/** The options of a dictionary call: `useReferenceOptions(listRegions)`. */
export function useReferenceOptions<const S extends DictionaryEndpoint>(
  endpoint: ResponseOf<S> extends Option[] ? S : never,
  enabled = true,
): Dictionary {
  const { data } = useQuery({ ...query(endpoint as EndpointSpec), enabled })
  return { options: (data as readonly Option[] | undefined) ?? none, ready: data !== undefined }
}
